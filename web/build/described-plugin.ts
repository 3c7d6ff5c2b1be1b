import { parseSync, type Plugin, Visitor } from 'vite';

/** JavaScript of the contract with the shape alone in the place of each `described(sentence, shape)`. */
export function withoutSentences(code: string): string {
  // By UTF-16 units, as positions are.
  const kept = code.split('');
  new Visitor({
    CallExpression({ callee, arguments: [, shape], start, end }) {
      if (callee.type !== 'Identifier' || callee.name !== 'described' || !shape) return;
      kept.fill('', start, shape.start).fill('', shape.end, end);
    },
  }).visit(parseSync('contract.js', code).program);
  return kept.join('');
}

/** The browser needs no sentences of the API document. */
export function describedPlugin(): Plugin {
  return {
    name: 'tegeka-described',
    // After TypeScript was compiled.
    enforce: 'post',
    transform: {
      filter: { id: /contract[\\/]src[\\/]/, code: 'described(' },
      handler: (code) => ({ code: withoutSentences(code), map: null }),
    },
  };
}
