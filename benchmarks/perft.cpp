// Perft as a C++ program would count it: the measure for magicbb's compiled generator of moves,
// on PEXT look-ups. It makes each position before a leaf and counts its moves; magicbb counts most of
// them from the position before. Built by benchmarks/generator_figures.py.
//
// A position is five words as the side to move sees it: its pieces; all bishops, queens and
// knights; all rooks, queens and kings; all pawns, knights and kings; and the rights, which are the
// squares of the rooks that may still castle and, on rank 6, the square of a capture en passant.
// The side to move moves up: after a move the bytes of every word are swapped. The moves of the
// last ply are counted, a piece at a time, and not made.
//
// What was tried with g++ 12 on Zen 5, and how long it took in comparison, on the start position
// and on Kiwipete: offsets to the attacks instead of pointers 1.05 and 1.03, and with offsets the
// pinners from a second table, of x-rays, 1.04 and 1.03; branches marked as rare 0.99 and 0.99; one
// loop for bishops, rooks and queens 1.01 and 1.00; a function for every depth 1.00 and 1.00. The
// option -frename-registers makes all of it take 0.91 and 0.95; with it, marked branches take 1.04
// and 1.07.
#include "tables.hpp"

#define OUTLINED __attribute__((noinline))

namespace {

// Castling: from where the rooks come, what must be empty, what must not be attacked.
constexpr Word KING_ROOK = 0x80, KING_PATH = 0x60, KING_WAY = 0x60;
constexpr Word QUEEN_ROOK = 0x01, QUEEN_PATH = 0x0E, QUEEN_WAY = 0x0C;

/* ---- What restrains the side to move ---- */

struct Position {
    Word own, bqn, rqk, pnk, rights;
};

struct Kinds {
    Word diagonal, orthogonal, knights, pawns;
};

INLINE Kinds kinds(const Position &p, Word of)
{
    return {p.bqn & ~p.pnk & of, p.rqk & ~p.pnk & of, p.bqn & p.pnk & of,
            p.pnk & ~(p.bqn | p.rqk) & of};
}

INLINE Word attacked(Word occupied, const Kinds &by, Word king)
{
    Word squares = downwards(by.pawns) | TABLES.squares[first(king)].king;
    for (Word pieces = by.diagonal; pieces; pieces = without_lowest(pieces))
        squares |= bishop(first(pieces), occupied);
    for (Word pieces = by.orthogonal; pieces; pieces = without_lowest(pieces))
        squares |= rook(first(pieces), occupied);
    for (Word pieces = by.knights; pieces; pieces = without_lowest(pieces))
        squares |= knight(first(pieces));
    return squares;
}

struct Restraints {
    Word checkers, diagonal_pins, line_pins, allowed;
};

INLINE Restraints restraints(Word king, Word own, Word occupied, const Kinds &enemies)
{
    const Square &record = TABLES.squares[king];
    const auto &between = TABLES.between[king];
    Restraints found = {0, 0, 0, ~Word(0)};
    found.checkers = (record.knight & enemies.knights) | (TABLES.pawn[king] & enemies.pawns);
    // Most often no slider is on a line with the king, and nothing has to be looked up. One that
    // is not seen may be behind one of the king's pieces.
    if (Word diagonal = enemies.diagonal & record.diagonals) {
        const Word seen = bishop(king, occupied);
        found.checkers |= diagonal & seen;
        if (diagonal &= ~seen) {
            diagonal &= bishop(king, occupied & ~(seen & own));
            for (; diagonal; diagonal = without_lowest(diagonal))
                found.diagonal_pins |= between[first(diagonal)] | lowest(diagonal);
        }
    }
    if (Word orthogonal = enemies.orthogonal & record.lines) {
        const Word seen = rook(king, occupied);
        found.checkers |= orthogonal & seen;
        if (orthogonal &= ~seen) {
            orthogonal &= rook(king, occupied & ~(seen & own));
            for (; orthogonal; orthogonal = without_lowest(orthogonal))
                found.line_pins |= between[first(orthogonal)] | lowest(orthogonal);
        }
    }
    if (found.checkers) {
        found.allowed = between[first(found.checkers)] | found.checkers;
        if (without_lowest(found.checkers))
            found.allowed = 0;
    }
    return found;
}

INLINE Word free_to_castle(Word rights, Word occupied, Word checkers)
{
    Word rooks = rights & RANK_1;
    if (checkers | (occupied & KING_PATH))
        rooks &= ~KING_ROOK;
    if (checkers | (occupied & QUEEN_PATH))
        rooks &= ~QUEEN_ROOK;
    return rooks;
}

INLINE Word safe_to_castle(Word rooks, Word danger)
{
    if (danger & KING_WAY)
        rooks &= ~KING_ROOK;
    if (danger & QUEEN_WAY)
        rooks &= ~QUEEN_ROOK;
    return rooks;
}

// En passant two pieces leave their lines at once: the position after the capture is looked at.
INLINE bool is_legal(Word origin, Word target, Word king, Word occupied, const Kinds &enemies)
{
    const Word captured = target >> 8, after = (occupied ^ origin ^ captured) | target;
    return !((bishop(king, after) & enemies.diagonal) | (rook(king, after) & enemies.orthogonal) |
             (knight(king) & enemies.knights) | (TABLES.pawn[king] & enemies.pawns & ~captured));
}

/* ---- The last ply ---- */

INLINE Word bishop_moves(Word pieces, Word occupied, Word targets)
{
    Word total = 0;
    for (; pieces; pieces = without_lowest(pieces))
        total += count(bishop(first(pieces), occupied) & targets);
    return total;
}

INLINE Word rook_moves(Word pieces, Word occupied, Word targets)
{
    Word total = 0;
    for (; pieces; pieces = without_lowest(pieces))
        total += count(rook(first(pieces), occupied) & targets);
    return total;
}

// Five words as arguments stay in registers; a structure of five would go through memory.
OUTLINED Word count_moves(Word own, Word bqn, Word rqk, Word pnk, Word rights)
{
    const Position p = {own, bqn, rqk, pnk, rights};
    const Word occupied = bqn | rqk | pnk, others = occupied & ~own, kings = rqk & pnk;
    const Word king = first(kings & own);
    const Kinds enemies = kinds(p, others), mine = kinds(p, own);
    const auto [checkers, diagonal_pins, line_pins, allowed] =
        restraints(king, own, occupied, enemies);
    const Word targets = ~own & allowed, captures = others & allowed;
    const Word pins = diagonal_pins | line_pins;
    Word total = 0;
    const Word steps = TABLES.squares[king].king & ~own;
    const Word rooks = free_to_castle(rights, occupied, checkers);
    if (steps | rooks) {
        const Word danger = attacked(occupied ^ (kings & own), enemies, kings & others);
        total += count(steps & ~danger) + count(safe_to_castle(rooks, danger));
    }
    const Word free = mine.pawns & ~pins;
    Word left = to_the_left(free) & captures, right = to_the_right(free) & captures;
    Word forth = free << 8 & ~occupied;
    Word twice = (forth & RANK_3) << 8 & ~occupied & allowed;
    forth &= allowed;
    if (pins & own) {
        left |= to_the_left(mine.pawns & diagonal_pins) & captures & diagonal_pins;
        right |= to_the_right(mine.pawns & diagonal_pins) & captures & diagonal_pins;
        const Word pinned = (mine.pawns & line_pins) << 8 & ~occupied & line_pins;
        forth |= pinned & allowed;
        twice |= (pinned & RANK_3) << 8 & ~occupied & allowed;
        total += bishop_moves(mine.diagonal & diagonal_pins, occupied, targets & diagonal_pins);
        total += rook_moves(mine.orthogonal & line_pins, occupied, targets & line_pins);
    }
    total += count(left | forth | twice) + count(right);
    if (mine.pawns & RANK_7)
        total += 3 * (count(left & RANK_8) + count(right & RANK_8) + count(forth & RANK_8));
    if (const Word target = rights & RANK_6) {
        Word origins = mine.pawns & downwards(target);
        for (; origins; origins = without_lowest(origins))
            total += is_legal(lowest(origins), target, king, occupied, enemies);
    }
    for (Word pieces = mine.knights & ~pins; pieces; pieces = without_lowest(pieces))
        total += count(knight(first(pieces)) & targets);
    total += bishop_moves(mine.diagonal & ~pins, occupied, targets);
    return total + rook_moves(mine.orthogonal & ~pins, occupied, targets);
}

/* ---- All other plies: every move is visited ---- */

template <class Visit>
INLINE void visit_king(const Position &p, const Kinds &enemies, const Restraints &found,
                       Visit visit)
{
    const Word occupied = p.bqn | p.rqk | p.pnk, others = occupied & ~p.own;
    const Word origin = p.rqk & p.pnk & p.own, kept = p.rights & ~(RANK_1 | RANK_6);
    Word targets = TABLES.squares[first(origin)].king & ~p.own;
    Word rooks = free_to_castle(p.rights, occupied, found.checkers);
    if (!(targets | rooks))
        return;
    const Word danger = attacked(occupied ^ origin, enemies, p.rqk & p.pnk & others);
    for (targets &= ~danger; targets; targets = without_lowest(targets)) {
        const Word target = lowest(targets), rest = ~(origin | target);
        visit(others & ~target, p.bqn & rest, (p.rqk & rest) | target, (p.pnk & rest) | target,
              kept & ~target);
    }
    rooks = safe_to_castle(rooks, danger);
    if (rooks & KING_ROOK)
        visit(others, p.bqn, p.rqk ^ 0xF0, p.pnk ^ 0x50, kept);
    if (rooks & QUEEN_ROOK)
        visit(others, p.bqn, p.rqk ^ 0x1D, p.pnk ^ 0x14, kept);
}

template <class Visit>
INLINE void visit_pawns(const Position &p, const Kinds &enemies, const Restraints &found,
                        Visit visit)
{
    const Word occupied = p.bqn | p.rqk | p.pnk, others = occupied & ~p.own;
    const Word pawns = kinds(p, p.own).pawns, kept = p.rights & ~RANK_6;
    const Word captures = others & found.allowed;
    const Word free = pawns & ~(found.diagonal_pins | found.line_pins);
    const Word aslant = pawns & found.diagonal_pins & ~found.line_pins;
    const Word along = pawns & found.line_pins & ~found.diagonal_pins;
    Word left = (to_the_left(free) | (to_the_left(aslant) & found.diagonal_pins)) & captures;
    Word right = (to_the_right(free) | (to_the_right(aslant) & found.diagonal_pins)) & captures;
    Word forth = (free << 8 | (along << 8 & found.line_pins)) & ~occupied;
    Word twice = (forth & RANK_3) << 8 & ~occupied & found.allowed;
    forth &= found.allowed;
    if (pawns & RANK_7) {
        const Word ways[3] = {left & RANK_8, right & RANK_8, forth & RANK_8};
        for (int way = 0; way < 3; way++) {
            for (Word targets = ways[way]; targets; targets = without_lowest(targets)) {
                const Word target = lowest(targets), rest = ~target;
                const Word origin = target >> (way == 0 ? 7 : way == 1 ? 9 : 8);
                const Word own = others & rest, bqn = p.bqn & rest, rqk = p.rqk & rest;
                const Word pnk = (p.pnk & rest) ^ origin, rights = kept & rest;
                visit(own, bqn | target, rqk | target, pnk, rights);
                visit(own, bqn, rqk | target, pnk, rights);
                visit(own, bqn | target, rqk, pnk, rights);
                visit(own, bqn | target, rqk, pnk | target, rights);
            }
        }
        left &= ~RANK_8, right &= ~RANK_8, forth &= ~RANK_8;
    }
    for (; left; left = without_lowest(left)) {
        const Word target = lowest(left), rest = ~target;
        visit(others & rest, p.bqn & rest, p.rqk & rest, (p.pnk | target) ^ target >> 7, kept);
    }
    for (; right; right = without_lowest(right)) {
        const Word target = lowest(right), rest = ~target;
        visit(others & rest, p.bqn & rest, p.rqk & rest, (p.pnk | target) ^ target >> 9, kept);
    }
    for (; forth; forth = without_lowest(forth)) {
        const Word target = lowest(forth);
        visit(others, p.bqn, p.rqk, p.pnk ^ target ^ target >> 8, kept);
    }
    for (; twice; twice = without_lowest(twice)) {
        const Word target = lowest(twice);
        const Word passed = beside(target) & enemies.pawns ? target >> 8 : 0;
        visit(others, p.bqn, p.rqk, p.pnk ^ target ^ target >> 16, kept | passed);
    }
    if (const Word target = p.rights & RANK_6) {
        const Word captured = target >> 8, king = first(p.rqk & p.pnk & p.own);
        Word origins = pawns & downwards(target);
        for (; origins; origins = without_lowest(origins)) {
            const Word origin = lowest(origins);
            if (is_legal(origin, target, king, occupied, enemies))
                visit(others ^ captured, p.bqn, p.rqk, p.pnk ^ origin ^ target ^ captured, kept);
        }
    }
}

// The moves of a piece, of which is known in which planes it stands.
template <bool BQN, bool RQK, bool PNK, class Visit>
INLINE void visit_piece(const Position &p, Word origin, Word targets, Visit visit)
{
    const Word others = (p.bqn | p.rqk | p.pnk) & ~p.own, kept = p.rights & ~RANK_6;
    for (; targets; targets = without_lowest(targets)) {
        const Word target = lowest(targets), rest = ~(origin | target);
        visit(others & rest, (p.bqn & rest) | (BQN ? target : 0),
              (p.rqk & rest) | (RQK ? target : 0), (p.pnk & rest) | (PNK ? target : 0),
              kept & rest);
    }
}

template <class Visit>
INLINE void visit_pieces(const Position &p, const Restraints &found, Visit visit)
{
    const Word occupied = p.bqn | p.rqk | p.pnk, allowed = ~p.own & found.allowed;
    const auto [diagonal, orthogonal, knights, pawns] = kinds(p, p.own);
    Word movers = knights & ~(found.diagonal_pins | found.line_pins);
    for (; movers; movers = without_lowest(movers))
        visit_piece<true, false, true>(p, lowest(movers), knight(first(movers)) & allowed, visit);
    movers = diagonal & ~orthogonal & ~found.line_pins;
    for (; movers; movers = without_lowest(movers)) {
        const Word origin = lowest(movers);
        Word targets = bishop(first(movers), occupied) & allowed;
        if (origin & found.diagonal_pins)
            targets &= found.diagonal_pins;
        visit_piece<true, false, false>(p, origin, targets, visit);
    }
    movers = orthogonal & ~diagonal & ~found.diagonal_pins;
    for (; movers; movers = without_lowest(movers)) {
        const Word origin = lowest(movers);
        Word targets = rook(first(movers), occupied) & allowed;
        if (origin & found.line_pins)
            targets &= found.line_pins;
        visit_piece<false, true, false>(p, origin, targets, visit);
    }
    movers = orthogonal & diagonal;
    for (; movers; movers = without_lowest(movers)) {
        const Word origin = lowest(movers), square = first(movers);
        Word aslant = 0, straight = 0;
        if (!(origin & found.line_pins)) {
            aslant = bishop(square, occupied);
            if (origin & found.diagonal_pins)
                aslant &= found.diagonal_pins;
        }
        if (!(origin & found.diagonal_pins)) {
            straight = rook(square, occupied);
            if (origin & found.line_pins)
                straight &= found.line_pins;
        }
        visit_piece<true, true, false>(p, origin, (aslant | straight) & allowed, visit);
    }
}

// The leaves at a depth of 2, or of 3 and more.
template <bool TWO>
OUTLINED Word leaves(Word own, Word bqn, Word rqk, Word pnk, Word rights, int depth)
{
    const Position p = {own, bqn, rqk, pnk, rights};
    const Word occupied = bqn | rqk | pnk;
    const Kinds enemies = kinds(p, occupied & ~own);
    const Restraints found = restraints(first(rqk & pnk & own), own, occupied, enemies);
    Word total = 0;
    const auto visit = [&](Word o, Word b, Word r, Word k, Word m) __attribute__((always_inline)) {
        if constexpr (TWO)
            total += count_moves(swap(o), swap(b), swap(r), swap(k), swap(m));
        else if (depth == 3)
            total += leaves<true>(swap(o), swap(b), swap(r), swap(k), swap(m), 2);
        else
            total += leaves<false>(swap(o), swap(b), swap(r), swap(k), swap(m), depth - 1);
    };
    visit_king(p, enemies, found, visit);
    visit_pawns(p, enemies, found, visit);
    visit_pieces(p, found, visit);
    return total;
}

}  // namespace

// `words` are those of magicbb.chess.generator.state: White's pieces, the three planes, the rights, the side
// to move. The depth is 1 or more.
extern "C" Word perft(const Word *words, int depth)
{
    Word own = words[0], bqn = words[1], rqk = words[2], pnk = words[3], rights = words[4];
    if (words[5]) {
        own = swap((bqn | rqk | pnk) & ~own), bqn = swap(bqn), rqk = swap(rqk), pnk = swap(pnk);
        rights = swap(rights);
    }
    if (depth == 1)
        return count_moves(own, bqn, rqk, pnk, rights);
    if (depth == 2)
        return leaves<true>(own, bqn, rqk, pnk, rights, 2);
    return leaves<false>(own, bqn, rqk, pnk, rights, depth);
}
