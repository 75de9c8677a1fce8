// In the style of engines in JavaScript: an object of BigInt for each square.

const rookMagics = [
  { mask: 0x101010101017en, magic: 0x388000400081abd1n, shift: 52n, offset: 0 },
  { mask: 0x202020202027cn, magic: 0x3200208201004013n, shift: 53n, offset: 4096 },
  { mask: 0x404040404047an, magic: 0x8a00220080401009n, shift: 53n, offset: 6144 },
  { mask: 0x8080808080876n, magic: 0x7200120040201824n, shift: 53n, offset: 8192 },
  { mask: 0x1010101010106en, magic: 0xfd00080100501c42n, shift: 53n, offset: 10240 },
  { mask: 0x2020202020205en, magic: 0x8200100832004c25n, shift: 53n, offset: 12288 },
  { mask: 0x4040404040403en, magic: 0x96000200080405ebn, shift: 53n, offset: 14336 },
  { mask: 0x8080808080807en, magic: 0x9500010002854f66n, shift: 52n, offset: 16384 },
  { mask: 0x1010101017e00n, magic: 0x7e27800240018aeen, shift: 53n, offset: 20480 },
  { mask: 0x2020202027c00n, magic: 0xcb2a0043060080a5n, shift: 54n, offset: 22528 },
  { mask: 0x4040404047a00n, magic: 0x7aae004200809064n, shift: 54n, offset: 23552 },
  { mask: 0x8080808087600n, magic: 0xc05a0042002150a8n, shift: 54n, offset: 24576 },
  { mask: 0x10101010106e00n, magic: 0x3d4200220050284cn, shift: 54n, offset: 25600 },
  { mask: 0x20202020205e00n, magic: 0xaf18014020081014n, shift: 54n, offset: 26624 },
  { mask: 0x40404040403e00n, magic: 0x271c00081044039an, shift: 54n, offset: 27648 },
  { mask: 0x80808080807e00n, magic: 0xa9ba00010c058962n, shift: 53n, offset: 28672 },
  { mask: 0x10101017e0100n, magic: 0x898a0200210087c4n, shift: 53n, offset: 30720 },
  { mask: 0x20202027c0200n, magic: 0xcd400020100802e1n, shift: 54n, offset: 32768 },
  { mask: 0x40404047a0400n, magic: 0xa292020020814373n, shift: 54n, offset: 33792 },
  { mask: 0x8080808760800n, magic: 0x22de020040182012n, shift: 54n, offset: 34816 },
  { mask: 0x101010106e1000n, magic: 0xc048010011001855n, shift: 54n, offset: 35840 },
  { mask: 0x202020205e2000n, magic: 0x9e0d0100040018c6n, shift: 54n, offset: 36864 },
  { mask: 0x404040403e4000n, magic: 0x4601440018b01e13n, shift: 54n, offset: 37888 },
  { mask: 0x808080807e8000n, magic: 0x657f3600040249abn, shift: 53n, offset: 38912 },
  { mask: 0x101017e010100n, magic: 0xbe6b02020020c485n, shift: 53n, offset: 40960 },
  { mask: 0x202027c020200n, magic: 0x3e2010004000c36bn, shift: 54n, offset: 43008 },
  { mask: 0x404047a040400n, magic: 0xa798600100430192n, shift: 54n, offset: 44032 },
  { mask: 0x8080876080800n, magic: 0x53a3d001000902a2n, shift: 54n, offset: 45056 },
  { mask: 0x1010106e101000n, magic: 0xb8ea002200104409n, shift: 54n, offset: 46080 },
  { mask: 0x2020205e202000n, magic: 0x42a2000e00102499n, shift: 54n, offset: 47104 },
  { mask: 0x4040403e404000n, magic: 0x4ccbf01400280aadn, shift: 54n, offset: 48128 },
  { mask: 0x8080807e808000n, magic: 0xada97406000e5489n, shift: 53n, offset: 49152 },
  { mask: 0x1017e01010100n, magic: 0x22c0008003802642n, shift: 53n, offset: 51200 },
  { mask: 0x2027c02020200n, magic: 0xc340018501004067n, shift: 54n, offset: 53248 },
  { mask: 0x4047a04040400n, magic: 0x9aa0010141002434n, shift: 54n, offset: 54272 },
  { mask: 0x8087608080800n, magic: 0x78f0010099002073n, shift: 54n, offset: 55296 },
  { mask: 0x10106e10101000n, magic: 0xbcf801001100089dn, shift: 54n, offset: 56320 },
  { mask: 0x20205e20202000n, magic: 0x38e7004c01001862n, shift: 54n, offset: 57344 },
  { mask: 0x40403e40404000n, magic: 0xbd630024bb000a00n, shift: 54n, offset: 58368 },
  { mask: 0x80807e80808000n, magic: 0x626d0001870005e6n, shift: 53n, offset: 59392 },
  { mask: 0x17e0101010100n, magic: 0x578003a007c1400bn, shift: 53n, offset: 61440 },
  { mask: 0x27c0202020200n, magic: 0xc640010080c10064n, shift: 54n, offset: 63488 },
  { mask: 0x47a0404040400n, magic: 0x1bb0028060038016n, shift: 54n, offset: 64512 },
  { mask: 0x8760808080800n, magic: 0x35c200316142000an, shift: 54n, offset: 65536 },
  { mask: 0x106e1010101000n, magic: 0x460c00a80080804cn, shift: 54n, offset: 66560 },
  { mask: 0x205e2020202000n, magic: 0xdafe003018160005n, shift: 54n, offset: 67584 },
  { mask: 0x403e4040404000n, magic: 0x17a1101e480c0075n, shift: 54n, offset: 68608 },
  { mask: 0x807e8080808000n, magic: 0xfc4c6c00498a001bn, shift: 53n, offset: 69632 },
  { mask: 0x7e010101010100n, magic: 0x2d0a8000c0037880n, shift: 53n, offset: 71680 },
  { mask: 0x7c020202020200n, magic: 0xaa002401000eb40n, shift: 54n, offset: 73728 },
  { mask: 0x7a040404040400n, magic: 0x26600070034803c0n, shift: 54n, offset: 74752 },
  { mask: 0x76080808080800n, magic: 0x82f0040088004240n, shift: 54n, offset: 75776 },
  { mask: 0x6e101010101000n, magic: 0xe48008400420040n, shift: 54n, offset: 76800 },
  { mask: 0x5e202020202000n, magic: 0x5d4f604014104801n, shift: 54n, offset: 77824 },
  { mask: 0x3e404040404000n, magic: 0x802e803e00070080n, shift: 54n, offset: 78848 },
  { mask: 0x7e808080808000n, magic: 0x394d80090017ca80n, shift: 53n, offset: 79872 },
  { mask: 0x7e01010101010100n, magic: 0x34ee010080205b42n, shift: 52n, offset: 81920 },
  { mask: 0x7c02020202020200n, magic: 0x37a60081004037e6n, shift: 53n, offset: 86016 },
  { mask: 0x7a04040404040400n, magic: 0x6560004100286115n, shift: 53n, offset: 88064 },
  { mask: 0x7608080808080800n, magic: 0x14600204010ac9an, shift: 53n, offset: 90112 },
  { mask: 0x6e10101010101000n, magic: 0xd0cf00040800b023n, shift: 53n, offset: 92160 },
  { mask: 0x5e20202020202000n, magic: 0x6643008c00081a11n, shift: 53n, offset: 94208 },
  { mask: 0x3e40404040404000n, magic: 0x76a158801100e4cn, shift: 53n, offset: 96256 },
  { mask: 0x7e80808080808000n, magic: 0x7025000200402499n, shift: 52n, offset: 98304 },
];

const bishopMagics = [
  { mask: 0x40201008040200n, magic: 0x279020080105c15cn, shift: 58n, offset: 102400 },
  { mask: 0x402010080400n, magic: 0x5a10103a0062c520n, shift: 59n, offset: 102464 },
  { mask: 0x4020100a00n, magic: 0x9ba1080918c7ce0an, shift: 59n, offset: 102496 },
  { mask: 0x40221400n, magic: 0xab60a102c4290c65n, shift: 59n, offset: 102528 },
  { mask: 0x2442800n, magic: 0xa3602115795f4a0n, shift: 59n, offset: 102560 },
  { mask: 0x204085000n, magic: 0xec18480a3000ea5dn, shift: 59n, offset: 102592 },
  { mask: 0x20408102000n, magic: 0x333b081824a4dcf6n, shift: 59n, offset: 102624 },
  { mask: 0x2040810204000n, magic: 0xde2a020206050d34n, shift: 58n, offset: 102656 },
  { mask: 0x20100804020000n, magic: 0x6063c00818095ecan, shift: 59n, offset: 102720 },
  { mask: 0x40201008040000n, magic: 0x5106f0101a0a4e51n, shift: 59n, offset: 102752 },
  { mask: 0x4020100a0000n, magic: 0x8752b00400803ec0n, shift: 59n, offset: 102784 },
  { mask: 0x4022140000n, magic: 0xd348820414d79d1n, shift: 59n, offset: 102816 },
  { mask: 0x244280000n, magic: 0x40aeb403087e595an, shift: 59n, offset: 102848 },
  { mask: 0x20408500000n, magic: 0x9f22e0901008e8d5n, shift: 59n, offset: 102880 },
  { mask: 0x2040810200000n, magic: 0x2d549c030858a4d7n, shift: 59n, offset: 102912 },
  { mask: 0x4081020400000n, magic: 0x84ea330282106266n, shift: 59n, offset: 102944 },
  { mask: 0x10080402000200n, magic: 0xddc005a0084a35d0n, shift: 59n, offset: 102976 },
  { mask: 0x20100804000400n, magic: 0x55600928120c11efn, shift: 59n, offset: 103008 },
  { mask: 0x4020100a000a00n, magic: 0xc54080b80205c1e9n, shift: 57n, offset: 103040 },
  { mask: 0x402214001400n, magic: 0x25c800240410b5c0n, shift: 57n, offset: 103168 },
  { mask: 0x24428002800n, magic: 0x3642002c20210a5cn, shift: 57n, offset: 103296 },
  { mask: 0x2040850005000n, magic: 0xe7e7006e00823762n, shift: 57n, offset: 103424 },
  { mask: 0x4081020002000n, magic: 0xc5f4801404042b76n, shift: 59n, offset: 103552 },
  { mask: 0x8102040004000n, magic: 0xe6410032840082d6n, shift: 59n, offset: 103584 },
  { mask: 0x8040200020400n, magic: 0xbbb0185540528c7bn, shift: 59n, offset: 103616 },
  { mask: 0x10080400040800n, magic: 0x62fc2053500223c3n, shift: 59n, offset: 103648 },
  { mask: 0x20100a000a1000n, magic: 0x3b3808009401c618n, shift: 57n, offset: 103680 },
  { mask: 0x40221400142200n, magic: 0x9e1808001a82000fn, shift: 55n, offset: 103808 },
  { mask: 0x2442800284400n, magic: 0x7f4580207e020041n, shift: 55n, offset: 104320 },
  { mask: 0x4085000500800n, magic: 0x8228009076020582n, shift: 57n, offset: 104832 },
  { mask: 0x8102000201000n, magic: 0xa18c0c00db070d9en, shift: 59n, offset: 104960 },
  { mask: 0x10204000402000n, magic: 0x82340080310194cen, shift: 59n, offset: 104992 },
  { mask: 0x4020002040800n, magic: 0xe0904820bde81ad8n, shift: 59n, offset: 105024 },
  { mask: 0x8040004081000n, magic: 0x628040424f07d97n, shift: 59n, offset: 105056 },
  { mask: 0x100a000a102000n, magic: 0x8a34040400788162n, shift: 57n, offset: 105088 },
  { mask: 0x22140014224000n, magic: 0x161a200800140a10n, shift: 55n, offset: 105216 },
  { mask: 0x44280028440200n, magic: 0xc40081040220042n, shift: 55n, offset: 105728 },
  { mask: 0x8500050080400n, magic: 0xa6d8100f01988883n, shift: 57n, offset: 106240 },
  { mask: 0x10200020100800n, magic: 0x1170040085c501edn, shift: 59n, offset: 106368 },
  { mask: 0x20400040201000n, magic: 0x1d94040541668075n, shift: 59n, offset: 106400 },
  { mask: 0x2000204081000n, magic: 0x812410048e32f019n, shift: 59n, offset: 106432 },
  { mask: 0x4000408102000n, magic: 0x138c04040630ad81n, shift: 59n, offset: 106464 },
  { mask: 0xa000a10204000n, magic: 0xd43072010401404bn, shift: 57n, offset: 106496 },
  { mask: 0x14001422400000n, magic: 0x4dae060202018c25n, shift: 57n, offset: 106624 },
  { mask: 0x28002844020000n, magic: 0x226a0201100fe12n, shift: 57n, offset: 106752 },
  { mask: 0x50005008040200n, magic: 0x4140100400209312n, shift: 57n, offset: 106880 },
  { mask: 0x20002010080400n, magic: 0xdfb0103a16a391c0n, shift: 59n, offset: 107008 },
  { mask: 0x40004020100800n, magic: 0xf580204184fd961n, shift: 59n, offset: 107040 },
  { mask: 0x20408102000n, magic: 0x37e4040c64450799n, shift: 59n, offset: 107072 },
  { mask: 0x40810204000n, magic: 0xd4be0202163adb45n, shift: 59n, offset: 107104 },
  { mask: 0xa1020400000n, magic: 0xca5d6e020a0954a6n, shift: 59n, offset: 107136 },
  { mask: 0x142240000000n, magic: 0xe8a5a25610c40ab9n, shift: 59n, offset: 107168 },
  { mask: 0x284402000000n, magic: 0x5f5e8f4070818203n, shift: 59n, offset: 107200 },
  { mask: 0x500804020000n, magic: 0xae744008be242542n, shift: 59n, offset: 107232 },
  { mask: 0x201008040200n, magic: 0x3de0201c029aa897n, shift: 59n, offset: 107264 },
  { mask: 0x402010080400n, magic: 0x496008060f98ed65n, shift: 59n, offset: 107296 },
  { mask: 0x2040810204000n, magic: 0x4d2e02020a02566dn, shift: 58n, offset: 107328 },
  { mask: 0x4081020400000n, magic: 0x42159a0202064b06n, shift: 59n, offset: 107392 },
  { mask: 0xa102040000000n, magic: 0x1d5ced7a0206193fn, shift: 59n, offset: 107424 },
  { mask: 0x14224000000000n, magic: 0x1d5aefc8960a0a01n, shift: 59n, offset: 107456 },
  { mask: 0x28440200000000n, magic: 0x7ed9f43d40250442n, shift: 59n, offset: 107488 },
  { mask: 0x50080402000000n, magic: 0x6723fac0102431c5n, shift: 59n, offset: 107520 },
  { mask: 0x20100804020000n, magic: 0xf37a40101c194154n, shift: 59n, offset: 107552 },
  { mask: 0x40201008040200n, magic: 0x19c010060206401dn, shift: 58n, offset: 107584 },
];

const table = new Array(107648).fill(0n);

function slot(square, occupied, rook) {
  const { mask, magic, shift, offset } = (rook ? rookMagics : bishopMagics)[square];
  return offset + Number(BigInt.asUintN(64, (occupied & mask) * magic) >> shift);
}

function walk(square, occupied, rook) {
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

function relevant(square, rook) {
  const rank = 0xFFn << BigInt(square & 56);
  const file = 0x0101010101010101n << BigInt(square & 7);
  const edges = (0xFF000000000000FFn & ~rank) | (0x8181818181818181n & ~file);
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
