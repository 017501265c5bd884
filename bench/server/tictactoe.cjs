// boardgame.io's own example, in memory. The board is cleared when it is full, so that play never ends.
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
      if (G.cells.every((cell) => cell !== null)) G.cells = Array(9).fill(null);
    },
  },
};

const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST_IN_DEVELOPMENT, /.*/] });
server.run(Number(process.argv[2]), () => console.log("open"));
