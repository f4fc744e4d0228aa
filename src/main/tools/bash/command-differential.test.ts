import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { exploration, explorationTimeout } from '../../../../test/support/data/exploration.ts'
import { splitCommand } from '../permission/syntax/split-command.ts'
import { createShellGrammar } from './commands/shell-grammar.ts'

const parse = await createShellGrammar()()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-differential-')))
const log = join(folder, 'log')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Bash calls this for every program that it does not find, and with this PATH it finds none. */
const HANDLER = `() { { printf '%s\\037' "$@"; printf '\\036'; } >> '${log}'; }`

type Effects = { readonly programs: readonly (readonly string[])[]; readonly files: readonly string[] }

/** Runs a script in a folder of its own and tells which programs it tried to start and which files it made. */
function runInBash(script: string): Effects {
  const cwd = mkdtempSync(join(folder, 'run-'))
  rmSync(log, { force: true })
  spawnSync('/bin/bash', ['-c', `exec 2>&1; ${script}`], {
    cwd,
    env: { PATH: '/nonexistent', HOME: cwd, 'BASH_FUNC_command_not_found_handle%%': HANDLER },
    timeout: 10_000,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
  const programs = text
    .split('\u001e')
    .filter((line) => line !== '')
    .map((line) => line.split('\u001f').slice(0, -1))
  const files = readdirSync(cwd)
  rmSync(cwd, { recursive: true, force: true })
  return { programs, files }
}

/** Returns the effects of a script according to the reader, or null where it is unsure. */
function readSurely(script: string): Effects | null {
  const { commands, files } = splitCommand(script, parse)
  if ([...commands, ...files].some(({ unsure }) => unsure !== null)) return null
  return { programs: commands.map(({ words }) => words), files: files.map(({ path }) => path) }
}

/** Returns the names under which the reader may list a started program. After `X=1` or `|`, `time` is a program. */
function namesOf(words: readonly string[]): readonly string[] {
  return words[0] === 'time' ? words : words.slice(0, 1)
}

const piece = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('pa', 'pb', ' pc', 'f1', ' f2', ' -x', ' ', ' ', ' ') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(';', ' && ', ' || ', ' | ', '\n', '; ', ' > f1', ' 2> f2', ' >> f3 '),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("'", '"', "'a b'", '"a b"', '"pa', "';pb'", '\\', '\\ ', '\\\n', '#', ' #'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        '<<E\n',
        "<<'E'\n",
        '\nE\n',
        'E',
        '<<',
        '<<<',
        '((',
        '))',
        '$[',
        ']',
        '$(',
        ')',
        '`',
        '{',
        '}',
        ',',
      ],
      ...[
        '{pa,pb}',
        '$?',
        '!',
        ' ! ',
        '~',
        '~/x',
        '*',
        '?',
        '[',
        '=',
        'X=1 ',
        '&',
        '>&',
        '2>&1',
        '>|',
        '<',
        '>',
      ],
      ...[
        'if ',
        ' then ',
        ' fi',
        'for ',
        'do ',
        'done',
        'case ',
        ' in ',
        ';;',
        'esac',
        'time ',
        'function ',
        '()',
      ],
      ...[
        'é',
        '中',
        '\t',
        '\r',
        '\u00a0',
        '\u200b',
        '$',
        '$x',
        '$pa',
        "$'pa'",
        '$"pa"',
        '@(',
        '+',
        '%',
        '^',
        '-',
      ],
    ),
  },
)

it('names every program and file of the scripts it is sure about, as bash runs them', {
  timeout: explorationTimeout(120_000),
}, () => {
  let sure = 0
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const script = pieces.join('')
      const read = readSurely(script)
      if (read === null) return
      sure += 1
      const ran = runInBash(script)
      const known = read.programs.map((words) => words[0])
      for (const words of ran.programs) {
        const program = known.find((name) => namesOf(words).includes(name ?? ''))
        expect(program, `${JSON.stringify(script)} starts ${words.join(' ')}`).toBeDefined()
      }
      for (const file of ran.files) expect(read.files, JSON.stringify(script)).toContain(file)
    }),
    exploration(1_500),
  )
  // The test says nothing when the reader trusts nothing.
  expect(sure).toBeGreaterThan(150)
})

it('reads the arguments of plain words as bash does', { timeout: explorationTimeout(60_000) }, () => {
  const word = fc.oneof(
    fc.stringMatching(/^[a-z0-9_./+@%:,=^-]{1,6}$/),
    fc.stringMatching(/^'[ -&(-~]{0,6}'$/),
    fc.stringMatching(/^"[ !#%-[\]-_a-~]{0,6}"$/),
    fc.constantFrom(
      '\\;',
      '\\ ',
      'a\\"b',
      '"a\\"b"',
      '"a\\\\b"',
      '"\\$x"',
      "''",
      '""',
      '中文',
      'HEAD~1',
      'a\'b\'"c"',
    ),
  )
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const script = ['pa', ...words].join(' ')
      const read = readSurely(script)
      if (read === null) return
      expect(runInBash(script).programs, script).toEqual(read.programs)
    }),
    exploration(200),
  )
})
