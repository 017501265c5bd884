// Two games on boardgame.io: node boardgame_io.cjs PORT [FOLDER]. With a folder, matches are saved there by its FlatFile storage.
const { Server, Origins, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

// boardgame.io's own example. The board is cleared when it is full, so that play never ends.
const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
      if (G.cells.every((cell) => cell !== null)) G.cells = Array(9).fill(null);
    },
  },
};

// A card game with as much to send as a view of ours: hands of ten, a deck nobody may see, and a table of open cards.
// A move plays a card of the hand, which pushes the oldest open card out of the game, and draws the next card.
const FAMILIES = ["monks", "pigments", "holy-books", "manuscripts", "tomes", "gold", "church"];
const OPEN = 60;
const card = (number) => ({
  id: `${FAMILIES[number % 7]}-${number}`,
  family: FAMILIES[number % 7],
  value: (number % 4) + 1,
  letter: String.fromCharCode(65 + (number % 9)),
  owner: null,
});
const CardGame = {
  name: "cards",
  setup: ({ random }) => {
    const deck = random.Shuffle(Array.from({ length: 120 }, (_, number) => card(number)));
    return { open: deck.splice(0, OPEN), hands: { 0: deck.splice(0, 10), 1: deck.splice(0, 10) }, deck };
  },
  // Secrets never leave the server: the deck and the other hand are sent as numbers.
  playerView: ({ G, playerID }) => ({
    open: G.open,
    hand: playerID === null ? [] : G.hands[playerID],
    sizes: Object.values(G.hands).map((hand) => hand.length),
    left: G.deck.length,
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // `client: false`: the client does not know the deck and cannot compute the move.
    play: {
      client: false,
      move: ({ G, random, playerID }, index) => {
        const hand = G.hands[playerID];
        if (!(index >= 0 && index < hand.length)) return INVALID_MOVE;
        const [played] = hand.splice(index, 1);
        played.owner = playerID;
        const [gone] = G.open.splice(0, 1);
        G.open.push(played);
        gone.owner = null;
        G.deck = random.Shuffle([...G.deck, gone]);
        hand.push(G.deck.pop());
      },
    },
  },
};

const folder = process.argv[3];
const server = Server({
  games: [TicTacToe, CardGame],
  origins: [Origins.LOCALHOST_IN_DEVELOPMENT, /.*/],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
server.run(Number(process.argv[2]), () => console.log(`open, Node ${process.version}`));
