import { queenAttacks } from "./attacks.mjs";
import * as program from "./program.mjs";

export const found = queenAttacks(0, 0n);

export const nameOfProgram = () => program.name;
