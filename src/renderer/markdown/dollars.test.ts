import type { Token } from 'marked'
import { describe, expect, it } from 'vitest'
import { createLex } from './lex.ts'

type Node = Token & { readonly tokens?: readonly Node[]; readonly items?: readonly Node[] }

function formulasIn(text: string): readonly string[] {
  const inside = (token: Node): readonly string[] => [
    ...(/^math/.test(token.type) && 'text' in token ? [String(token.text).trim()] : []),
    ...[...(token.tokens ?? []), ...(token.items ?? [])].flatMap(inside),
  ]
  return createLex()(text, {}).tokens.flatMap(inside)
}

describe('dollars', () => {
  it.each([
    ...['It costs $5 and $10 per month.', 'From $50 to $100.', '**$4** or **$1.50**', 'US$20-US$30'],
    ...['AWS: $0.10/GB (in) + $0.05/GB (out)', '价格是$5，不是$6。', '$TSLA, $AAPL and $GOOG'],
    ...['Use $HOME and $USER.', 'jQuery $(this) and $(that)', 'make: $(CC) $(CFLAGS) -o $@ $<'],
    ...['Set PATH=$HOME/bin:$PATH first.', '$\u007bA}-$\u007bB}', '变量$HOME和$PATH都要设置'],
    ...['regex ^foo$|^bar$ here', 'perl: $x=$y;$z', 'Kosten: 5$-10$', 'cd $DIR/$NAME', '`$a` und `$b`'],
  ])('that are money or code stay: %s', (text) => {
    expect(formulasIn(text)).toEqual([])
  })

  it.each<[string, readonly string[]]>([
    ['Inline $x^2 + y$ here', ['x^2 + y']],
    ['Between $a$ and $b$.', ['a', 'b']],
    ['因此$E=mc^2$成立', ['E=mc^2']],
    ['设 $n \\ge 1$，则', ['n \\ge 1']],
    ['\\(x\\) and \\[y\\]', ['x', 'y']],
    ['$$\n\\int_0^1 x\n$$', ['\\int_0^1 x']],
    ['($x$) and "$y$"', ['x', 'y']],
  ])('around formulas are still found: %s', (text, wanted) => {
    expect(formulasIn(text)).toEqual(wanted)
  })
})
