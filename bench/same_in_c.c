/* Random play of Spilorcio by hand in C: what compiled Python is measured against.
 *
 * The same work as `random_plies` of src/bussolotto/loops.py on the same state and the same tables, through the same
 * calls: who moves, weights and a draw for each die, the full mask and a uniform pick for each decision, apply. The same
 * generator gives the same words, so that both end in the same bytes after as many matches.
 *
 * Built by bench/plies.py as a shared library: gcc -O3 -march=native -shared -fPIC.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { FACES = 6, DICE = 5, KEEPS = 462, ROWS = 5, SEATS = 5, MAX_PLIES = 20000 };
enum { PLACE = KEEPS, ACTIONS = KEEPS + ROWS, PADDED = 512, START = FACES, OUTCOMES = START + SEATS };
enum { DRAWING, ROLLING, KEEPING, PLACING, OVER };
enum { FROM_RESERVE = 1, BORROWED = 2, COMPLETED = 4, FROM_STOCK = 8 };
enum { CHANCE = 15 };

typedef struct __attribute__((packed)) {
    uint32_t plies;
    int8_t seats, phase, turn, to_roll;
    int16_t roll, aside, unplaced, reserve, debt;
    int8_t stopped;
    uint8_t loan, board, starting_chips, chips_in_all, loan_cap;
    int16_t chips[SEATS];
    int8_t filled[ROWS], length[ROWS], twofold[ROWS];
    int16_t yellow[ROWS];
    int8_t arrow[ROWS], placer, placed, order[ROWS], source[ROWS];
} State;

_Static_assert(sizeof(State) == 76, "the layout of spilorcio.STATE");

/* ---- tables of part-rolls, as in dice.py ---- */

static int16_t PLUS[KEEPS][FACES], MINUS[KEEPS][FACES], KEEP_OF[46656], WITHOUT_SIXES[KEEPS];
static int8_t COUNT[KEEPS][FACES], SIZE[KEEPS], LOWEST[KEEPS];
static int32_t CODE[KEEPS], PARTS[KEEPS];
static uint8_t CONTAINS[KEEPS][ACTIONS];
static int64_t ODDS[SEATS + 1][OUTCOMES];
static const int32_t POWER[FACES] = {1, 6, 36, 216, 1296, 7776};
static const int16_t LOAN_CAP[] = {5, 1, 3, 8, 10}; /* by option, as in spilorcio.py */

static void number_keeps(int size, int lowest, int code, int *next) {
    if (size == 0) {
        CODE[*next] = code;
        KEEP_OF[code] = (*next)++;
        return;
    }
    for (int face = lowest; face < FACES; face++) number_keeps(size - 1, face, code + POWER[face], next);
}

static void describe_keep(int keep) {
    for (int face = FACES; face-- > 0;) {
        COUNT[keep][face] = CODE[keep] / POWER[face] % 6;
        SIZE[keep] += COUNT[keep][face];
        if (COUNT[keep][face]) LOWEST[keep] = face + 1;
    }
    for (int face = 0; face < FACES; face++) {
        PLUS[keep][face] = SIZE[keep] < DICE ? KEEP_OF[CODE[keep] + POWER[face]] : -1;
        MINUS[keep][face] = COUNT[keep][face] ? KEEP_OF[CODE[keep] - POWER[face]] : -1;
    }
    WITHOUT_SIXES[keep] = KEEP_OF[CODE[keep] % POWER[5]];
}

static bool contains(int roll, int keep) {
    for (int face = 0; face < FACES; face++)
        if (COUNT[keep][face] > COUNT[roll][face]) return false;
    return true;
}

void prepare(void) {
    int next = 0;
    memset(SIZE, 0, sizeof SIZE);
    memset(PARTS, 0, sizeof PARTS);
    for (int size = 0; size <= DICE; size++) number_keeps(size, 0, 0, &next);
    for (int keep = 0; keep < KEEPS; keep++) describe_keep(keep);
    for (int roll = 0; roll < KEEPS; roll++)
        for (int keep = 1; keep < KEEPS; keep++) PARTS[roll] += CONTAINS[roll][keep] = contains(roll, keep);
    for (int face = 0; face < FACES; face++) ODDS[0][face] = 1;
    for (int seats = 2; seats <= SEATS; seats++)
        for (int seat = 0; seat < seats; seat++) ODDS[seats][START + seat] = 1;
}

/* ---- the generator, as in chance.py: xoshiro128++, multiply, shift, reject ---- */

typedef struct {
    uint32_t s[4];
} Generator;

static inline uint32_t rotated(uint32_t word, int places) { return word << places | word >> (32 - places); }

static inline uint32_t next_word(Generator *generator) {
    uint32_t *s = generator->s, word = rotated(s[0] + s[3], 7) + s[0], shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 11);
    return word;
}

static inline uint32_t below(Generator *generator, uint32_t bound) {
    uint64_t product = (uint64_t)next_word(generator) * bound;
    if ((uint32_t)product < bound) {
        uint32_t rejected = -bound % bound;
        while ((uint32_t)product < rejected) product = (uint64_t)next_word(generator) * bound;
    }
    return product >> 32;
}

static int weighted(Generator *generator, const int64_t *weights) {
    int64_t total = 0;
    for (int index = 0; index < OUTCOMES; index++) total += weights[index];
    int64_t ticket = below(generator, total);
    int index = 0;
    while (ticket >= weights[index]) ticket -= weights[index++];
    return index;
}

/* ---- the rules, as in spilorcio.py ---- */

static inline uint32_t movers(const State *s) {
    if (s->phase == OVER || s->plies >= MAX_PLIES) return 0;
    return s->phase == DRAWING || s->phase == ROLLING ? 1u << CHANCE : 1u << s->turn;
}

static inline int legal(const State *s, int seat, uint8_t *mask) {
    if (s->phase == KEEPING && movers(s) == 1u << seat) {
        memcpy(mask, CONTAINS[s->roll], ACTIONS);
        return PARTS[s->roll];
    }
    memset(mask, 0, ACTIONS);
    int count = 0;
    if (s->phase == PLACING && movers(s) == 1u << seat)
        for (int row = 0; row < ROWS; row++) count += mask[PLACE + row] = COUNT[s->unplaced][row] > 0;
    return count;
}

static inline int odds(const State *s, int64_t *weights) {
    if (s->phase == DRAWING && movers(s)) {
        memcpy(weights, ODDS[s->seats], sizeof ODDS[0]);
        return s->seats;
    }
    if (s->phase == ROLLING && movers(s)) {
        memcpy(weights, ODDS[0], sizeof ODDS[0]);
        return FACES;
    }
    memset(weights, 0, sizeof ODDS[0]);
    return 0;
}

static inline int least(int a, int b) { return a < b ? a : b; }

static void complete(State *s, int row) {
    for (int seat = 0; seat < s->seats; seat++)
        if (seat != s->turn) {
            int paid = least(s->arrow[row], s->chips[seat]);
            s->chips[seat] -= paid;
            s->reserve += paid;
        }
    s->chips[s->turn] += s->length[row] + s->twofold[row];
    s->filled[row] = 0;
    int repaid = least(s->debt, s->chips[s->turn]);
    s->chips[s->turn] -= repaid;
    s->debt -= repaid;
    s->reserve += repaid;
}

static inline int pay(State *s, int row) {
    int square = s->filled[row];
    int cost = square == 0 && s->twofold[row] ? 2 : 1;
    int common = s->yellow[row] >> square & 1 ? least(cost, s->reserve) : 0;
    int own = least(cost - common, s->chips[s->turn]);
    int borrowed = cost - common - own;
    if (common + borrowed > s->reserve || (borrowed && s->loan && s->debt + borrowed > LOAN_CAP[s->loan_cap])) return 0;
    s->reserve -= common + borrowed;
    s->chips[s->turn] -= own;
    s->debt += borrowed;
    int source = (common ? FROM_RESERVE : 0) | (borrowed ? BORROWED : 0) | (own ? FROM_STOCK : 0);
    if (++s->filled[row] < s->length[row]) return source;
    complete(s, row);
    return source | COMPLETED;
}

static inline void put(State *s, int row) {
    int source = pay(s, row);
    if (source == 0) {
        s->stopped = 1;
        s->unplaced = 0;
        return;
    }
    s->order[s->placed] = row + 1;
    s->source[s->placed++] = source;
    s->unplaced = MINUS[s->unplaced][row];
}

static inline bool all_paid(const State *s) {
    int own = 0, common = 0, worst = 2 * SIZE[s->unplaced];
    if (worst <= s->chips[s->turn] && worst <= s->reserve) return true;
    for (int row = 0; row < ROWS; row++) {
        int square = s->filled[row];
        for (int left = COUNT[s->unplaced][row]; left > 0; left--) {
            int cost = square == 0 && s->twofold[row] ? 2 : 1;
            if (s->yellow[row] >> square & 1)
                common += cost;
            else
                own += cost;
            if (++square == s->length[row]) square = 0;
        }
    }
    int borrowed = own > s->chips[s->turn] ? own - s->chips[s->turn] : 0;
    return common + borrowed <= s->reserve && !(s->loan && s->debt + borrowed > LOAN_CAP[s->loan_cap]);
}

static bool next_order(int8_t *rows, int count) {
    int pivot = count - 2, other = count - 1;
    while (pivot >= 0 && rows[pivot] >= rows[pivot + 1]) pivot--;
    if (pivot < 0) return false;
    while (rows[other] <= rows[pivot]) other--;
    int8_t held = rows[pivot];
    rows[pivot] = rows[other];
    rows[other] = held;
    for (int left = pivot + 1, right = count - 1; left < right; left++, right--) {
        held = rows[left];
        rows[left] = rows[right];
        rows[right] = held;
    }
    return true;
}

static State placed_so(const State *s, const int8_t *rows, int count) {
    State after = *s;
    for (int index = 0; index < count; index++)
        if (pay(&after, rows[index]) == 0) {
            after.stopped = 1;
            break;
        }
    return after;
}

static bool order_matters(const State *s) {
    int unplaced = s->unplaced;
    if (unplaced == 0 || COUNT[unplaced][LOWEST[unplaced] - 1] == SIZE[unplaced] || all_paid(s)) return false;
    int8_t rows[DICE];
    int count = 0;
    for (int row = 0; row < ROWS; row++)
        for (int left = COUNT[unplaced][row]; left > 0; left--) rows[count++] = row;
    State first = placed_so(s, rows, count);
    while (next_order(rows, count)) {
        State after = placed_so(s, rows, count);
        if (memcmp(&first, &after, sizeof first)) return true;
    }
    return false;
}

static inline void begin_roll(State *s, int count) {
    s->phase = ROLLING;
    s->roll = 0;
    s->to_roll = count;
}

static inline void begin_turn(State *s, int seat) {
    s->turn = seat;
    s->aside = 0;
    s->debt = 0;
    begin_roll(s, DICE);
}

static void place_rest(State *s) {
    if (order_matters(s)) {
        s->phase = PLACING;
        return;
    }
    while (s->unplaced) put(s, LOWEST[s->unplaced] - 1);
    if (s->chips[s->turn] == 0 || s->debt || s->stopped)
        s->phase = OVER;
    else
        begin_turn(s, s->turn + 1 == s->seats ? 0 : s->turn + 1);
}

static inline void keep(State *s, int part) {
    s->aside = KEEP_OF[CODE[s->aside] + CODE[part]];
    int left = DICE - SIZE[s->aside];
    if (left) {
        begin_roll(s, left);
        return;
    }
    s->roll = 0;
    s->unplaced = WITHOUT_SIXES[s->aside];
    s->placer = s->turn;
    s->placed = 0;
    place_rest(s);
}

static inline void apply(State *s, int action) {
    s->plies++;
    if (s->phase == ROLLING) {
        s->roll = PLUS[s->roll][action];
        if (--s->to_roll == 0) s->phase = KEEPING;
    } else if (s->phase == KEEPING) {
        keep(s, action);
    } else if (s->phase == PLACING) {
        put(s, action - PLACE);
        place_rest(s);
    } else {
        begin_turn(s, action - START);
    }
}

/* ---- random play, as in loops.py ---- */

static inline int drawn(Generator *generator, const int64_t *weights, int count) {
    int first = 0;
    while (weights[first] == 0) first++;
    for (int index = first + 1; index < first + count; index++)
        if (weights[index] != weights[first]) return weighted(generator, weights);
    return first + below(generator, count);
}

static inline int ones(uint64_t bytes) { return bytes * 0x0101010101010101 >> 56; }

static inline uint64_t word(const uint8_t *bytes) {
    uint64_t eight;
    memcpy(&eight, bytes, 8);
    return eight;
}

/* The byte of this rank among those that are 1; `mask` is padded with zeros to blocks of 64 bytes. */
static inline int nth(const uint8_t *mask, int rank) {
    int at = 0, held;
    for (;; at += 64, rank -= held) {
        uint64_t sum = 0;
        for (int eight = 0; eight < 64; eight += 8) sum += word(mask + at + eight);
        if (rank < (held = ones(sum))) break;
    }
    for (; rank >= (held = ones(word(mask + at))); at += 8) rank -= held;
    uint64_t dealt = word(mask + at) * 0x0101010101010101;
    for (int byte = 0; byte < 7; byte++) at += (int)(dealt >> 8 * byte & 255) <= rank;
    return at;
}

static inline void random_ply(State *s, Generator *generator, uint32_t bits, uint8_t *mask, int64_t *weights) {
    if (bits == 1u << CHANCE) {
        int count = odds(s, weights);
        apply(s, drawn(generator, weights, count));
    } else {
        int count = legal(s, __builtin_ctz(bits), mask);
        apply(s, nth(mask, below(generator, count)));
    }
}

int64_t random_plies(const State *opening, State *s, int64_t *state, int64_t plies) {
    static uint8_t mask[PADDED];
    int64_t weights[OUTCOMES], ended = 0;
    Generator generator = {{state[0], state[1], state[2], state[3]}};
    *s = *opening;
    for (int64_t ply = 0; ply < plies; ply++) {
        if (movers(s) == 0) {
            ended++;
            *s = *opening;
        }
        random_ply(s, &generator, movers(s), mask, weights);
    }
    for (int index = 0; index < 4; index++) state[index] = generator.s[index];
    return ended;
}
