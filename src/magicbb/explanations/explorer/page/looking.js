// One look-up as the panels see it: the scheme, its steps' values, and what is really attacked.
import { walkRays } from "./geometry.js";
import { followSteps, lookUp } from "./schemes.js";
import { state } from "./state.js";

/**
 * @typedef {object} Look
 * @property {import("./schemes.js").Scheme} scheme
 * @property {import("./schemes.js").Half} half the chosen slider's part of it
 * @property {bigint[]} values of the steps
 * @property {(bigint | null)[]} taken which bits of each step's value go on, where there is a choice
 * @property {(bigint[] | null)[]} factors what each step multiplies
 * @property {bigint} attacks what the scheme finds
 * @property {bigint} truth what the rays find
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
