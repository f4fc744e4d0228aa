import { chmod, link, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

const edit = { path: 'a.txt', old_text: 'two', new_text: '2' }

describe('editing a file', () => {
  it('changes the passage and shows the change', async () => {
    const project = await openToolProject({ 'a.txt': 'one\ntwo\n' })
    await project.run('read', { path: 'a.txt' })
    const diff = {
      path: 'a.txt',
      added: 1,
      removed: 1,
      hunks: [{ oldStart: 1, newStart: 1, lines: [' one', '-two', '+2'] }],
      cut: false,
    }
    const { acts, preview } = await project.plan('edit', edit)
    expect([acts, preview]).toEqual([
      [
        {
          access: 'edit',
          target: 'a.txt',
          outside: false,
          proposedRule: { tool: 'edit', pattern: 'a.txt', action: 'allow' },
        },
      ],
      { kind: 'diff', diff },
    ])
    expect(await project.content('a.txt')).toBe('one\ntwo\n')
    const result = await project.run('edit', edit)
    expect(result).toEqual({
      text: 'One passage of a.txt changed, 1 line added, 1 removed:\n     2\t2',
      isError: false,
      details: { kind: 'edit', path: 'a.txt', diff },
    })
    expect([await project.content('a.txt'), await readdir(project.root)]).toEqual(['one\n2\n', ['a.txt']])
  })

  it('needs a read, and one that is still true', async () => {
    const project = await openToolProject({ 'a.txt': 'one two' })
    await expect(project.plan('edit', edit)).rejects.toThrow('a.txt has not been read yet.')
    await project.run('read', { path: 'a.txt' })
    await project.put('a.txt', 'two one')
    await expect(project.run('edit', edit)).rejects.toThrow('a.txt has changed since it was read.')
    expect(await project.content('a.txt')).toBe('two one')
  })

  it('can follow an edit with another without reading again', async () => {
    const project = await openToolProject({ 'a.txt': 'one two' })
    await project.run('read', { path: 'a.txt' })
    await project.run('edit', edit)
    await project.run('edit', { path: 'a.txt', old_text: 'one', new_text: '1' })
    expect(await project.content('a.txt')).toBe('1 2')
  })

  it('shows the person the change that is carried over, and makes just that one', async () => {
    const project = await openToolProject({ 'a.ts': 'if (a) {\r\n  run(“a”)  \r\n}\r\nend()\r\n' })
    await project.run('read', { path: 'a.ts' })
    const args = {
      path: 'a.ts',
      old_text: '    if (a) {\n        run("a")\n    }',
      new_text: '    if (a) {\n        run("b")\n        stop()\n    }',
    }
    const { preview, seal } = await project.plan('edit', args)
    const lines = [' if (a) {', '-  run(“a”)  ', '+  run(“b”)  ', '+  stop()', ' }', ' end()']
    expect(preview).toMatchObject({ kind: 'diff', diff: { hunks: [{ lines }] } })
    expect((await project.plan('edit', args)).seal).toBe(seal)
    const { text } = await project.run('edit', args)
    expect(text).toBe(
      "One passage of a.ts changed, 2 lines added, 1 removed (your old_text differed in white space and quotes, dashes or accents; the file's own was kept):\n" +
        '     2\t  run(“b”)  \n     3\t  stop()',
    )
    expect(await project.content('a.ts')).toBe('if (a) {\r\n  run(“b”)  \r\n  stop()\r\n}\r\nend()\r\n')
    await expect(project.run('edit', args)).rejects.toThrow(
      'already in the file, at line 1: nothing to change',
    )
  })

  it('makes several changes of a file one after the other', async () => {
    const project = await openToolProject({ 'a.ts': 'const a = read(1)\nconst b = read(2)\n' })
    await project.run('read', { path: 'a.ts' })
    for (const name of ['a', 'b']) {
      const old_text = `const ${name}  =  read(`
      await project.run('edit', { path: 'a.ts', old_text, new_text: `let ${name}  =  read(` })
    }
    expect(await project.content('a.ts')).toBe('let a = read(1)\nlet b = read(2)\n')
  })

  it('reads marks of the way away where only one new text can be meant', async () => {
    const project = await openToolProject({ 'a.py': 'def go(name):\n    run()\n' })
    await project.run('read', { path: 'a.py' })
    const guard = '    if name.startswith(\\"_\\"):\n        return\n    run()'
    const first = await project.run('edit', { path: 'a.py', old_text: '    run()', new_text: guard })
    const fenced = '```python\n    run()\n    stop()\n```'
    const second = await project.run('edit', { path: 'a.py', old_text: '    run()', new_text: fenced })
    expect([first.text, second.text]).toEqual([
      expect.stringContaining('new_text: quotes were written as \\"'),
      expect.stringContaining('new_text: the code fence around it was left out'),
    ])
    expect(await project.content('a.py')).toBe(
      'def go(name):\n    if name.startswith("_"):\n        return\n    run()\n    stop()\n',
    )
  })

  it('says how to delete when the new text is missing', async () => {
    const project = await openToolProject({ 'a.txt': 'one\ntwo\n' })
    for (const more of [{}, { new_text: null }]) {
      const open = () => project.plan('edit', { path: 'a.txt', old_text: 'two', ...more })
      expect(open).toThrow('To delete the passage, give `new_text` as an empty text.')
    }
  })

  it('takes no text that was spoilt on its way', async () => {
    const project = await openToolProject({ 'a.txt': 'one\ntwo\n' })
    await project.run('read', { path: 'a.txt' })
    const call = { ...edit, new_text: '// ... existing code ...' }
    await expect(project.plan('edit', call)).rejects.toThrow(
      /Line 1 of new_text stands for text you left out/,
    )
    expect(await project.content('a.txt')).toBe('one\ntwo\n')
  })

  it('lets other work go on while it searches a large file', async () => {
    const project = await openToolProject({ 'a.txt': 'a'.repeat(4_000_000) })
    await project.run('read', { path: 'a.txt' })
    let turns = 0
    const count = () => {
      turns += 1
      ticking = setImmediate(count)
    }
    let ticking = setImmediate(count)
    const call = { path: 'a.txt', old_text: `${'a'.repeat(1_000)}b`, new_text: 'c' }
    await expect(project.plan('edit', call)).rejects.toThrow('old_text was not found')
    clearImmediate(ticking)
    expect(turns).toBeGreaterThan(50)
  })

  it('leaves the file as it was when it is stopped', async () => {
    const project = await openToolProject({ 'a.txt': 'one two' })
    await project.run('read', { path: 'a.txt' })
    await expect(project.run('edit', edit, AbortSignal.abort())).rejects.toThrow()
    expect([await project.content('a.txt'), await readdir(project.root)]).toEqual(['one two', ['a.txt']])
  })

  it.skipIf(process.platform === 'win32')('keeps the mode, and edits the file behind a link', async () => {
    const project = await openToolProject({ 'run.sh': 'two' })
    await chmod(project.at('run.sh'), 0o751)
    await symlink('run.sh', project.at('a.txt'))
    await project.run('read', { path: 'a.txt' })
    await project.run('edit', edit)
    const kept = await stat(project.at('run.sh'))
    expect([kept.mode & 0o777, await project.content('run.sh')]).toEqual([0o751, '2'])
  })

  it('proposes the folder for a file in one, and nothing for a protected one', async () => {
    const project = await openToolProject({ 'src/x/a': 'two', '.git/config': 'two' })
    const rule = async (path: string) => {
      await project.run('read', { path })
      return (await project.plan('edit', { ...edit, path })).acts[0]?.proposedRule
    }
    expect([await rule('src/x/a'), await rule('.git/config')]).toEqual([
      { tool: 'edit', pattern: 'src/x/**', action: 'allow' },
      null,
    ])
  })

  it('keeps every byte outside the passage, whatever the encoding', async () => {
    const project = await openToolProject()
    const piece = fc.constantFrom('a', 'é', ' ', '\n', '\r\n', 'ÿ')
    const charset = fc.constantFrom('utf8', 'utf16le', 'latin1')
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece),
        fc.array(piece),
        charset,
        fc.boolean(),
        async (before, after, encoding, mark) => {
          const bom = encoding === 'utf16le' || (mark && encoding === 'utf8') ? '\ufeff' : ''
          const [head, tail] = [before, after].map((pieces) => pieces.join(''))
          const bytes = (middle: string) =>
            Buffer.from(`${bom}${head}${middle}${tail}`, encoding as BufferEncoding)
          await writeFile(project.at('a.txt'), bytes('<two>'))
          await project.run('read', { path: 'a.txt' })
          await project.run('edit', { path: 'a.txt', old_text: '<two>', new_text: '<2>' })
          expect(await readFile(project.at('a.txt'))).toEqual(bytes('<2>'))
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('writing a file', () => {
  it('makes a new one with its folders', async () => {
    const project = await openToolProject()
    const { details } = await project.run('write', { path: 'a/b/c.txt', content: 'x\ny\n' })
    expect(await project.content('a/b/c.txt')).toBe('x\ny\n')
    expect(details).toMatchObject({
      kind: 'write',
      path: 'a/b/c.txt',
      created: true,
      diff: { added: 2, removed: 0 },
    })
  })

  it('does not replace a file that was not read', async () => {
    const project = await openToolProject({ 'a.txt': 'old' })
    await expect(project.run('write', { path: 'a.txt', content: 'new' })).rejects.toThrow(
      'has not been read yet',
    )
    expect(await project.content('a.txt')).toBe('old')
  })

  it('keeps the mark and the line endings of the file it replaces', async () => {
    const project = await openToolProject({ 'a.txt': '\ufeffone\r\ntwo\r\n' })
    await project.run('read', { path: 'a.txt' })
    await project.run('write', { path: 'a.txt', content: '1\n2\n' })
    expect(await project.content('a.txt')).toBe('\ufeff1\r\n2\r\n')
  })

  it('says how long the file is and what changed', async () => {
    const project = await openToolProject({ 'a.txt': 'one\ntwo\n' })
    await project.run('read', { path: 'a.txt' })
    const said = async (path: string, content: string) => (await project.run('write', { path, content })).text
    expect([
      await said('a.txt', 'one\n2\nthree\n'),
      await said('a.txt', 'one\n2\nthree\n'),
      await said('b.txt', 'x'),
      await said('c.txt', ''),
    ]).toEqual([
      'Replaced a.txt, which has 3 lines now, 2 lines added, 1 removed.',
      'a.txt had this content already.',
      'Created b.txt with 1 line.',
      'Created c.txt. It is empty.',
    ])
  })

  it('takes no content that was spoilt on its way', async () => {
    const project = await openToolProject({ 'a.ts': 'one\ntwo\n' })
    await project.run('read', { path: 'a.ts' })
    const call = { path: 'a.ts', content: '     1\tone\n     2\t2\n     9\tthree\n' }
    await expect(project.plan('write', call)).rejects.toThrow(/line numbers that read shows/)
    await expect(project.plan('write', { path: 'a.ts', content: '' })).rejects.toThrow(/content is empty/)
    expect(await project.content('a.ts')).toBe('one\ntwo\n')
  })

  it('reads marks of the way away where only one text can be meant', async () => {
    const project = await openToolProject({ 'a.ts': 'one\ntwo\n' })
    await project.run('read', { path: 'a.ts' })
    const call = { path: 'a.ts', content: '     1\tone\n     2\t2\n     3\tthree\n' }
    const { text } = await project.run('write', call)
    expect(text).toContain('which has 3 lines now')
    expect(text).toContain('(content: its line numbers were left out)')
    expect(await project.content('a.ts')).toBe('one\n2\nthree\n')
  })

  it('does not change another name of the same file', async () => {
    const project = await openToolProject({ 'a.txt': 'old' })
    await link(project.at('a.txt'), project.at('b.txt'))
    await project.run('read', { path: 'a.txt' })
    await project.run('write', { path: 'a.txt', content: 'new' })
    expect([await project.content('a.txt'), await project.content('b.txt')]).toEqual(['new', 'old'])
  })

  it('knows that a link which leads nowhere would make a file outside', async () => {
    const project = await openToolProject()
    await symlink('../new', project.at('link'))
    const { acts } = await project.plan('write', { path: 'link', content: 'x' })
    expect(acts).toMatchObject([{ access: 'edit', outside: true }])
  })
})
