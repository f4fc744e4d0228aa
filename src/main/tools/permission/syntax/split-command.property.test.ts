import fc from 'fast-check'
import { describe, it } from 'vitest'
import { exploration } from '../../../../../test/support/data/exploration.ts'
import { createShellGrammar } from '../../bash/commands/shell-grammar.ts'
import { matchesCommand } from '../match.ts'
import { splitCommand as split } from './split-command.ts'

const parse = await createShellGrammar()()
const splitCommand = (script: string) => split(script, parse)

const finds = (script: string, pattern: string) =>
  splitCommand(script).commands.some((command) =>
    [command.text, ...command.alsoMatches].some((form) => matchesCommand(pattern, form, 'any')),
  )

describe('taking any script apart', () => {
  it('finds a refused command however it is wrapped', () => {
    const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
    const wraps: ((inner: string) => string)[] = [
      (inner) => `echo a && ${inner}`,
      (inner) => `${inner}; echo b`,
      (inner) => `echo a | ${inner}`,
      (inner) => `(${inner})`,
      (inner) => `{ ${inner}\n}`,
      (inner) => `echo $(${inner}\n)`,
      (inner) => `echo "x $(${inner}\n) y"`,
      (inner) => `echo \`${inner.replace(/[\\`$]/g, '\\$&')}\``,
      (inner) => `cat <(${inner}\n)`,
      (inner) => `bash -c ${quote(inner)}`,
      (inner) => `sudo sh -ec ${quote(inner)}`,
      (inner) => `eval ${quote(inner)}`,
      (inner) => `env A=b timeout 5 bash -c ${quote(inner)}`,
      (inner) => `if true; then ${inner}\nfi`,
      (inner) => `for x in 1 2; do ${inner}\ndone`,
      (inner) => `f() { ${inner}\n}; f`,
      (inner) => `cat <<END\n$(${inner}\n)\nEND\n`,
      (inner) => `X=1 ; # note\n${inner}`,
      (inner) => `echo "\${x:-$(${inner}\n)}"`,
      (inner) => `xargs -0 sh -c ${quote(inner)}`,
      (inner) => `find . -name '*.x' -exec sh -c ${quote(inner)} \\;`,
      (inner) => `! ${inner}`,
    ]
    const cores = [
      'rm -rf /data',
      "r'm' -rf /data",
      '\\rm -rf /data',
      '/bin/rm -rf /data',
      'sudo rm -rf /data',
      'nohup rm -rf /data',
      'A=b rm -rf /data',
      '>x rm -rf /data',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...cores),
        fc.array(fc.constantFrom(...wraps), { maxLength: 4 }),
        (core, chosen) =>
          finds(
            chosen.reduce((inner, wrap) => wrap(inner), core),
            'rm *',
          ),
      ),
      exploration(2000),
    )
  })

  it('answers for any text at all', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '$(',
        ')',
        '`',
        '"',
        "'",
        '<<E',
        '\n',
        'E',
        '\\',
        '{',
        '}',
        ';',
        '&&',
        '|',
        '>',
        '<',
        'rm',
        ' ',
        '((',
        '$',
        '#',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const script = pieces.join('')
        const { commands } = splitCommand(script)
        return commands.every((command) => typeof command.text === 'string')
      }),
      exploration(1000),
    )
  })
})
