import { describe, expect, it } from 'vitest'
import { readOutput } from './read-output.ts'

const ROOT = '/work/tide'
const read = (output: string) =>
  readOutput(output, { root: ROOT, exists: async (path) => !path.includes('gone') })
const brief = async (output: string) =>
  (await read(output)).map(
    ({ path, line, column, severity, code, message }) =>
      `${path}:${line}:${column ?? '-'} ${severity} ${code ?? '-'} ${message}`,
  )

describe('problems in an output', () => {
  it.each([
    ['tsc', 'src/a.ts(3,5): error TS2322: Type is wrong.', 'src/a.ts:3:5 error TS2322 Type is wrong.'],
    [
      'tsc --pretty',
      'src/a.ts:3:5 - error TS2322: Type is wrong.',
      'src/a.ts:3:5 error TS2322 Type is wrong.',
    ],
    ['gcc', 'a.c:3:5: warning: unused x [-Wunused]', 'a.c:3:5 warning -Wunused unused x'],
    ['clang fatal', 'a.c:3:5: fatal error: no such file', 'a.c:3:5 error - no such file'],
    [
      'mypy',
      'a.py:3: error: Name is not defined  [name-defined]',
      'a.py:3:- error name-defined Name is not defined',
    ],
    ['ruff', './a.py:1:1: F401 `os` imported', 'a.py:1:1 error F401 `os` imported'],
    ['go', './a.go:3:5: undefined: tide', 'a.go:3:5 error - undefined: tide'],
    [
      'eslint unix',
      `${ROOT}/a.js:1:2: x is unused [Error/no-unused]`,
      'a.js:1:2 error no-unused x is unused',
    ],
    ['msbuild', 'a.cs(3,5): error CS1001: Missing [x.csproj]', 'a.cs:3:5 error CS1001 Missing'],
    ['github', '::warning file=a.ts,line=3,col=5::too long', 'a.ts:3:5 warning - too long'],
    [
      'rustc',
      'error[E0308]: mismatched types\n --> src/main.rs:3:5\n  |',
      'src/main.rs:3:5 error E0308 mismatched types',
    ],
    [
      'eslint',
      `\n${ROOT}/src/a.js\n  3:5  error  'x' is not defined  no-undef\n  4:1  warning  Use 'let'  no-var\n\n✖ 2 problems`,
      "src/a.js:3:5 error no-undef 'x' is not defined",
    ],
    [
      'pytest',
      'tests/a.py:12: AssertionError\nFAILED tests/a.py::test - x',
      'tests/a.py:12:- error - AssertionError',
    ],
    [
      'pytest summary',
      'FAILED tests/a.py::test_tide - assert 1 == 2',
      'tests/a.py:1:- error - test_tide: assert 1 == 2',
    ],
    [
      'python',
      '  File "a.py", line 3\n    x = = 1\nSyntaxError: invalid syntax',
      'a.py:3:- error SyntaxError invalid syntax',
    ],
    [
      'eslint json below an npm banner',
      `> tide@1.0.0 lint\n> eslint -f json\n\n${JSON.stringify([{ filePath: `${ROOT}/a.js`, messages: [{ ruleId: 'semi', severity: 1, message: 'Missing', line: 3, column: 5 }] }])}`,
      'a.js:3:5 warning semi Missing',
    ],
    [
      'sarif',
      JSON.stringify({
        runs: [
          {
            results: [
              {
                ruleId: 'R1',
                level: 'error',
                message: { text: 'Bad\ncall' },
                locations: [
                  {
                    physicalLocation: { artifactLocation: { uri: 'src/a%20b.ts' }, region: { startLine: 3 } },
                  },
                ],
              },
            ],
          },
        ],
      }),
      'src/a b.ts:3:- error R1 Bad call',
    ],
  ])('reads the form of %s', async (_program, output, expected) => {
    expect((await brief(output))[0]).toBe(expected)
  })

  it('finds both rows of an eslint block', async () => {
    expect(await brief('/work/tide/a.js\n  3:5  error  A  no-a\n  4:1  warning  B  no-b\n')).toEqual([
      'a.js:3:5 error no-a A',
      'a.js:4:1 warning no-b B',
    ])
  })

  it('takes no time, address, note or file of others for a problem', async () => {
    const output = [
      '12:30:45: started',
      'http://localhost:8080: error: refused',
      'gone.ts:3:5: error: x',
      '../other/a.ts:3:5: error: x',
      'node_modules/a/a.ts:3:5: error: x',
      'a.c:3:5: note: declared here',
    ]
    expect(
      await brief(
        output.map((line) => line.replace('12:30', 'gone12:30').replace('http', 'gone-http')).join('\n'),
      ),
    ).toEqual([])
  })

  it('says each problem once, without control characters, and shortened', async () => {
    const [problem, ...others] = await read(`a.ts:1:1: error: ${'x'.repeat(900)}\u001b[2J\u202e!\n`.repeat(3))
    expect(others).toEqual([])
    expect(problem?.message).toHaveLength(500)
    expect((await read('a.ts:1:1: error: a\u001bb\u202ec'))[0]?.message).toBe('a b c')
  })

  it('is quick with a flood of long lines that almost match', async () => {
    const hostile = `${'a:1'.repeat(600)}\n${`${'(1'.repeat(900)}\n`.repeat(500)}`
    expect(await brief(hostile)).toEqual([])
  })
})
