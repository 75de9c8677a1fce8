// The two files import each other; the other one is the first that looks up.
import { found } from "./other.mjs";

export const name = "program";

console.log(found === 0x81412111090503fen ? "right" : "wrong");
