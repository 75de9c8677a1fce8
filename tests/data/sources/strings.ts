// In the style of engines in TypeScript: strings that are made BigInt, relevant bits.

const ROOK_MAGICS: bigint[] = [
  '0xb1800040006082bc', '0x860022010080c092', '0x9200220080401009', '0x6b00201001007c88',
  '0xbb00080100502c46', '0x0e001006000c7845', '0x1c000810040605b5', '0x4a00060409208a41',
  '0xf98d8001400180fa', '0x39ee00220100884b', '0xd2920020c0820096', '0x58ce004200106168',
  '0xc4c6002200100cf8', '0xf128014020100c08', '0x169400100804a621', '0x5cee000400823049',
  '0x72c000800087caa9', '0x9a4001004100806d', '0x281a020040618351', '0xb610010021013029',
  '0xc3ae020020100805', '0x006788014020100c', '0x32d02c0010087b6a', '0x07a86a00040b45ab',
  '0xf291c000800287b4', '0x85c00101004584e2', '0xd5a00101004121b2', '0xc56200c200204a10',
  '0xea680101001028ec', '0x8e2200808014007a', '0xc0725e140008b02d', '0xaa2733c200049c0f',
  '0x3dc001834180052f', '0xb020004000808020', '0xae60010041001328', '0xedf0010028080080',
  '0xe0c8010071002468', '0x002c002034011078', '0x49a0a810040001ea', '0xc9d780026d800700',
  '0xe079c001e08b800c', '0x427f0040018b0029', '0x81f0018060038032', '0x2b10010011cb0020',
  '0xff1c008198018004', '0xf84c0020501c0118', '0xb196007c09460008', '0xd7f61c09469e000b',
  '0xbb8001400182f880', '0x12c00020100807a0', '0xb72000500802c4c0', '0xb3b0004804004340',
  '0xcc57208100401002', '0x401c003020387401', '0x26d300020054a700', '0xe9b1e904028eea00',
  '0x768b02008060c1da', '0xcf0303c0028212e3', '0x545282002040136a', '0xfccfd0010060691d',
  '0x9c9f000800103cab', '0xa8c600100438475e', '0x4337000200008477', '0x90d4cc028702e052',
].map(BigInt);

const ROOK_BITS: number[] = [
  12, 11, 11, 11, 11, 11, 11, 12,
  11, 10, 10, 10, 10, 10, 10, 11,
  11, 10, 10, 10, 10, 10, 10, 11,
  11, 10, 10, 10, 10, 10, 10, 11,
  11, 10, 10, 10, 10, 10, 10, 11,
  11, 10, 10, 10, 10, 10, 10, 11,
  11, 10, 10, 10, 10, 10, 10, 11,
  12, 11, 11, 11, 11, 11, 11, 12,
];

const BISHOP_MAGICS: bigint[] = [
  '0x0a401004050441bc', '0x85d006080307798e', '0x7242041b08a21d70', '0xed28208ae8d7d5ac',
  '0x256e02114dbfb325', '0x80d848063011c12f', '0xab3508060222d292', '0x6afe02010406075b',
  '0x4f8cc0101c0754cf', '0xeba9e0180d091bec', '0x8fb7420c150de0aa', '0x5a52d82182a787b3',
  '0x372d7c104503c272', '0x144f520804166844', '0x106c1c040c3cc4d2', '0xe5e51202020b3d12',
  '0x05c00020080f992e', '0x383015600c568c9f', '0x5cac00e8080090b6', '0x22d80024021223a3',
  '0x6334000e021181fb', '0xe64600370101334d', '0xba8e009c061a1f20', '0xa482007703030fb5',
  '0xe548401764909665', '0xb630100558670155', '0xf66808006c00c2fa', '0x2ad40400480120ac',
  '0x7bd300400400c05b', '0x2630008005004d5c', '0xeef8060a7109ae25', '0x83fc0301488686cc',
  '0xf6a46020ee4cac0b', '0xdeb210100e2cb15c', '0x47dc0404000a08a9', '0x8829a008005b0115',
  '0x52600208800c004a', '0x22e00401001c9057', '0x01380801139d90af', '0x08ba0401c24e6233',
  '0xbd1a10100807ef24', '0x6d94060844cede15', '0x7cfa01018802224c', '0x665572020200cc23',
  '0x6479c00812003347', '0xacc0022411003c49', '0x6be008130d017672', '0xcb90140d8c8998a9',
  '0x190402022222ff29', '0x5aca020206233c13', '0x5c765c220812178c', '0xf31b96adc20880f7',
  '0xed2cc2e06086435d', '0x3f0f40103c1b2a94', '0x6e4030b426ae81d1', '0xf1b0303e04a2a201',
  '0x22f201040202b213', '0x980709040117785c', '0x82debf82008c2c58', '0x6f1758e027c20a0d',
  '0x0cb0bd29c0506482', '0x746a98c0088f1441', '0x41d8604850112d52', '0x1ec01004010ec8b7',
].map(BigInt);

const BISHOP_BITS: number[] = [
  6, 5, 5, 5, 5, 5, 5, 6,
  5, 5, 5, 5, 5, 5, 5, 5,
  5, 5, 7, 7, 7, 7, 5, 5,
  5, 5, 7, 9, 9, 7, 5, 5,
  5, 5, 7, 9, 9, 7, 5, 5,
  5, 5, 7, 7, 7, 7, 5, 5,
  5, 5, 5, 5, 5, 5, 5, 5,
  6, 5, 5, 5, 5, 5, 5, 6,
];

const table: bigint[] = new Array(64 * 4096 + 64 * 512).fill(BigInt(0));

function slot(square: number, occupied: bigint, rook: boolean): number {
  const magic = (rook ? ROOK_MAGICS : BISHOP_MAGICS)[square];
  const bits = (rook ? ROOK_BITS : BISHOP_BITS)[square];
  const hashed = BigInt.asUintN(64, (occupied & relevant(square, rook)) * magic);
  return (rook ? square * 4096 : 64 * 4096 + square * 512) + Number(hashed >> BigInt(64 - bits));
}

function walk(square: number, occupied: bigint, rook: boolean): bigint {
  const steps = rook ? [[1, 0], [-1, 0], [0, 1], [0, -1]] : [[1, 1], [1, -1], [-1, 1], [-1, -1]];
  let attacks = 0n;
  for (const [df, dr] of steps) {
    let file = (square % 8) + df;
    let rank = (square >> 3) + dr;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
      const bit = 1n << BigInt(8 * rank + file);
      attacks |= bit;
      if (occupied & bit) break;
      file += df;
      rank += dr;
    }
  }
  return attacks;
}

const known = new Map<number, bigint>();

function relevant(square: number, rook: boolean): bigint {
  const cached = known.get(square + 64 * Number(rook));
  if (cached !== undefined) return cached;
  const rank = 0xFFn << BigInt(square & 56);
  const file = 0x0101010101010101n << BigInt(square & 7);
  const edges = (0xFF000000000000FFn & ~rank) | (0x8181818181818181n & ~file);
  known.set(square + 64 * Number(rook), walk(square, 0n, rook) & ~edges);
  return walk(square, 0n, rook) & ~edges;
}

let keys = 0n;
for (const rook of [true, false]) {
  for (let square = 0; square < 64; square++) {
    const mask = relevant(square, rook);
    let blockers = 0n;
    do {
      table[slot(square, blockers, rook)] = walk(square, blockers, rook);
      blockers = (blockers - mask) & mask;
    } while (blockers);
  }
}
for (const rook of [true, false]) {
  for (let square = 0; square < 64; square++) {
    const mask = relevant(square, rook);
    let blockers = 0n;
    do {
      keys++;
      const occupied = blockers | (BigInt.asUintN(64, keys * 0x9E3779B97F4A7C15n) & BigInt.asUintN(64, ~mask));
      if (table[slot(square, occupied, rook)] !== walk(square, occupied, rook)) throw new Error(`wrong: ${square}`);
      blockers = (blockers - mask) & mask;
    } while (blockers);
  }
}
console.log(`${keys} keys, all right`);
