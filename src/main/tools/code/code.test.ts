import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { CodeAnswer, CodeQuestion } from '#shared/problems/code-question.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { listedTool } from '../../../../test/support/tool-search/listed-tool.ts'
import { MANY_TOOLS } from '../../../../test/support/tool-search/many-tools.ts'
import { judge } from '../permission/judge.ts'
import { createToolIndex } from '../tool-search/tool-index.ts'
import { createCodeTool } from './code.ts'

const FILES = {
  'src/a.ts': 'export const tide = 7\nexport const tides = [tide]\n',
  'secret/key.ts': 'export const key = "deep"\n',
}
const CLOSED: PermissionRule = { tool: 'read', pattern: 'secret/**', action: 'deny' }

async function open(
  answerOf: (question: CodeQuestion, at: (name: string) => string) => CodeAnswer,
  rules: readonly PermissionRule[] = [],
) {
  const project = await openToolProject(FILES)
  const { root, parent, context, at } = project
  const asked: CodeQuestion[] = []
  const tool = createCodeTool({
    flavour: { path, home: parent },
    ask: async (_, question) => {
      asked.push(question)
      return [{ server: 'tide', answer: answerOf(question, at) }]
    },
  })
  const judged = (acts: Parameters<typeof judge>[0]['acts']) =>
    judge({ tool: 'code', mode: 'ask', rules: [rules], grants: [], acts, home: parent }).verdict
  const signal = new AbortController().signal
  const call = (args: unknown) => {
    const opened = tool.open(args)
    if (!opened.ok) throw new Error(opened.problem)
    return opened.call
  }
  const run = async (args: unknown) =>
    (await call(args).run({ ...context, judge: (act) => judged([act]) }, signal, null)).text
  const verdict = async (args: unknown) => judged((await call(args).plan(context, signal)).acts)
  return { ...project, root, asked, tool, run, verdict }
}

const places = (...paths: readonly string[]): CodeAnswer => ({
  kind: 'places',
  places: paths.map((each) => ({ path: each, line: 1, column: 14 })),
  more: 0,
})
const TIDE = { path: 'src/a.ts', line: 2, name: 'tide' }

describe('the code tool', () => {
  it('finds the whole name in the line and shows the lines of the places', async () => {
    const { run, asked } = await open((_, at) => places(at('src/a.ts'), at('src/a.ts')))
    expect(await run({ action: 'definition', ...TIDE })).toBe('src/a.ts:1:14: export const tide = 7')
    expect(asked).toMatchObject([{ kind: 'definition', line: 2, column: 23 }])
    await expect(run({ action: 'references', ...TIDE, name: 'ebb' })).rejects.toThrow('does not have "ebb"')
    await expect(run({ action: 'references', ...TIDE, line: 9 })).rejects.toThrow('There is no line 9')
    await expect(run({ action: 'hover', path: 'src/a.ts' })).rejects.toThrow('takes `path`, `line` and')
    await expect(run({ action: 'symbols' })).rejects.toThrow('`path`, `query` or both')
  })

  it('names places outside without their text, and none that rules close', async () => {
    const { run, root, verdict } = await open(
      (_, at) => places('/usr/lib/tide.d.ts', at('secret/key.ts'), at('link.ts'), at('gone.ts')),
      [CLOSED],
    )
    await symlink(path.join(root, 'secret/key.ts'), path.join(root, 'link.ts'))
    expect((await run({ action: 'references', ...TIDE })).split('\n')).toEqual([
      '/usr/lib/tide.d.ts:1:14',
      'gone.ts:1:14',
    ])
    expect(await verdict({ action: 'symbols', path: 'secret/key.ts' })).toBe('deny')
    expect(await verdict({ action: 'symbols', path: 'link.ts' })).toBe('deny')
    expect(await verdict({ action: 'symbols', path: 'src/a.ts' })).toBe('allow')
  })

  it('shows no hover over a symbol of a closed file', async () => {
    const answer = (question: CodeQuestion, at: (name: string) => string): CodeAnswer =>
      question.kind === 'hover' ? { kind: 'text', text: 'const key: "deep"' } : places(at('secret/key.ts'))
    const closed = await open(answer, [CLOSED])
    await expect(closed.run({ action: 'hover', ...TIDE })).rejects.toThrow('closes the file that defines it')
    const { run } = await open(answer)
    expect(await run({ action: 'hover', ...TIDE })).toBe('const key: "deep"')
  })

  it('lists the symbols of a file and of the project, and says what is left out', async () => {
    const { run } = await open((question, at) => ({
      kind: 'symbols',
      more: 3,
      symbols: ['a.ts', 'b\u001b[2J.ts'].map((name, depth) => ({
        name: 'tide',
        kind: 'constant',
        line: depth + 1,
        column: 1,
        depth,
        container: 'sea',
        path: question.kind === 'search' ? at(`src/${name}`) : at('src/a.ts'),
      })),
    }))
    expect(await run({ action: 'symbols', path: 'src/a.ts' })).toBe(
      '1: constant tide\n  2: constant tide\n(3 more)',
    )
    expect(await run({ action: 'symbols', query: 'tide' })).toBe(
      'src/a.ts:1: constant tide (in sea)\nsrc/b\u{fffd}[2J.ts:2: constant tide (in sea)\n(3 more)',
    )
  })

  it('refuses files that servers do not see', async () => {
    const { run, root, parent } = await open(() => ({ kind: 'missing' }))
    await mkdir(path.join(root, 'folder'))
    await writeFile(path.join(parent, 'out.ts'), 'tide')
    await writeFile(path.join(root, 'huge.ts'), 'x'.repeat(3 * 1024 * 1024))
    await writeFile(path.join(root, 'data.ts'), Buffer.from([0, 1, 2, 0]))
    const symbols = (file: string) => run({ action: 'symbols', path: file })
    await expect(symbols('folder')).rejects.toThrow('is a folder')
    await expect(symbols('../out.ts')).rejects.toThrow('outside the project')
    await expect(symbols('huge.ts')).rejects.toThrow('larger than 2 MB')
    await expect(symbols('data.ts')).rejects.toThrow('is no text')
    expect(await symbols('src/a.ts')).toBe('tide does not offer this.')
  })

  it.each(['find references of a function', '查找定义', '符号在哪里被引用', 'where is this symbol defined'])(
    'is found by a search for "%s"',
    async (query) => {
      const { tool } = await open(() => ({ kind: 'missing' }))
      const found = createToolIndex()([...MANY_TOOLS.map(listedTool), tool])(query)
      expect(found.slice(0, 3).map(({ item }) => item.name)).toContain('code')
    },
  )
})
