// One look-up as the panels see it: the scheme, the values of its steps, and the true attacks.
import { walkRays } from "./geometry.js";
import { followSteps, lookUp } from "./schemes.js";
import { state } from "./state.js";

/**
 * @typedef {object} Look
 * @property {import("./schemes.js").Scheme} scheme
 * @property {import("./schemes.js").Half} half the chosen slider's part of it
 * @property {bigint[]} values of the steps
 * @property {(bigint | null)[]} taken the bits of each value passed on; null without a choice
 * @property {(bigint[] | null)[]} factors the factors that each step multiplies
 * @property {bigint} attacks the attacks that the scheme finds
 * @property {bigint} truth the attacks that the ray walk finds
 */

/**
 * Looks up what the page shows.
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
