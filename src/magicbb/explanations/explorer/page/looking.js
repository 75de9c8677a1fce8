// The look-up that the panels show: the scheme, the values of its steps, and the correct attacks.
import { walkRays } from "./geometry.js";
import { followSteps, lookUp } from "./schemes.js";
import { state } from "./state.js";

/**
 * @typedef {object} Look
 * @property {import("./schemes.js").Scheme} scheme
 * @property {import("./schemes.js").Half} half the chosen slider's part of it
 * @property {bigint[]} values of the steps
 * @property {(bigint | null)[]} taken the bits of each value that later steps use; null if none are selected
 * @property {(bigint[] | null)[]} factors the factors that each step multiplies
 * @property {bigint} attacks the attacks that the scheme finds
 * @property {bigint} truth the attacks that the ray walk finds
 */

/**
 * Performs the look-up for the current state of the page.
 * @param {import("./schemes.js").Scheme} scheme
 * @returns {Look}
 */
export function lookNow(scheme) {
  const { piece, square, occupied } = state;
  return {
    scheme,
    half: scheme[piece],
    ...followSteps(scheme, piece, square, occupied),
    attacks: lookUp(scheme, piece, square, occupied),
    truth: walkRays(piece, square, occupied),
  };
}
