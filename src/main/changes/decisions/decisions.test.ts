import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChangesRig, openChangesRig, PROJECT } from '../../../../test/support/rigs/changes-rig.ts'

const LINES = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`)
const text = (changed: Readonly<Record<number, string>> = {}, end = '\n') =>
  `${LINES.map((line, at) => changed[at + 1] ?? line).join(end)}${end}`
let rig: ChangesRig

beforeEach(async () => {
  rig = await openChangesRig()
  rig.write('a.ts', text())
  rig.write('gone.ts', 'kept\n')
  rig.git('add', '.')
  rig.git('commit', '-qm', 'first')
})
afterEach(() => rig.close())

describe('an accepted change', () => {
  it('stays accepted while lines above it change, and later edits are shown against it', async () => {
    rig.write('a.ts', text({ 5: 'five', 30: 'thirty', 55: 'fifty-five' }))
    await rig.accept('a.ts', 1)
    expect(await rig.states('a.ts')).toEqual(['open', 'accepted', 'open'])
    rig.write('a.ts', `new first\n${text({ 5: 'five', 30: 'thirty', 55: 'fifty-five' })}`)
    expect(await rig.states('a.ts')).toEqual(['open', 'accepted', 'open'])
    rig.write('a.ts', text({ 30: 'thirty and more' }))
    expect(await rig.states('a.ts')).toEqual(['changed'])
    const [hunk] = await rig.hunksOf('a.ts', 'approved')
    expect(hunk?.lines.filter((line) => !line.startsWith(' '))).toEqual(['-thirty', '+thirty and more'])
    await rig.accept('a.ts', 0, 'approved')
    expect(await rig.hunksOf('a.ts', 'approved')).toEqual([])
    expect(await rig.states('a.ts')).toEqual(['accepted'])
    expect(await rig.names('approved')).toEqual([])
  })

  it('is listed again once it was edited, in many files with odd names, renamed and new ones', async () => {
    const paths = ['潮 "汐".ts', 'b [x].ts', '-rf', 'old.ts']
    for (const path of paths) rig.write(path, text())
    rig.git('add', '.')
    rig.git('commit', '-qm', 'more')
    rig.git('mv', 'old.ts', 'renamed.ts')
    rig.write('new.ts', text())
    const all = [...paths.slice(0, 3), 'renamed.ts', 'new.ts']
    for (const path of all) rig.write(path, text({ 30: 'thirty' }))
    for (const path of all) await rig.accept(path, 0)
    expect(await rig.names('approved')).toEqual([])
    for (const path of all) rig.write(path, text({ 30: 'thirty and more' }))
    const listed = await rig.names('approved')
    expect(listed.map((name) => name.slice(name.indexOf(' ') + 1)).toSorted()).toEqual(all.toSorted())
    const { files } = await rig.list('approved')
    expect(files.map(({ added, removed }) => [added, removed])).toEqual(all.map(() => [1, 1]))
  })

  it('keeps the accepted lines of a change that is edited in part', async () => {
    const block = ['one', 'two', 'three', 'four', 'five', 'six']
    const holding = (lines: readonly string[]) => text({ 30: lines.join('\n') })
    rig.write('a.ts', holding(block))
    await rig.accept('a.ts', 0)
    rig.write('a.ts', holding(['one', 'TWO', 'three', 'four', 'five', 'FIVE and a half', 'six']))
    const later = (await rig.hunksOf('a.ts', 'approved')).flatMap(({ lines }) => lines)
    expect(later.filter((line) => !line.startsWith(' '))).toEqual(['-two', '+TWO', '+FIVE and a half'])
    rig.write('a.ts', holding(block))
    expect(await rig.hunksOf('a.ts', 'approved')).toEqual([])
    expect(await rig.states('a.ts')).toEqual(['accepted'])
  })

  it('can be some lines of a hunk, and is taken back', async () => {
    rig.write('a.ts', text({ 30: 'thirty', 31: 'thirty-one' }))
    const [hunk] = await rig.hunksOf('a.ts')
    const at = (hunk?.lines ?? []).indexOf('+thirty')
    const ids = await rig.accept('a.ts', 0, 'uncommitted', [at])
    expect(await rig.states('a.ts')).toEqual(['partly'])
    const later = (await rig.hunksOf('a.ts', 'approved')).flatMap(({ lines }) => lines)
    expect(later.filter((line) => line.startsWith('+'))).toEqual(['+thirty-one'])
    await rig.undecide(ids)
    expect(await rig.states('a.ts')).toEqual(['open'])
  })

  it('survives a commit and other line ends', async () => {
    rig.write('a.ts', text({ 30: 'thirty' }))
    await rig.accept('a.ts', 0)
    rig.git('commit', '-qam', 'second')
    expect(await rig.names('approved')).toEqual([])
    rig.write('a.ts', text({ 30: 'thirty', 31: 'later' }))
    const later = (await rig.hunksOf('a.ts', 'approved')).flatMap(({ lines }) => lines)
    expect(later.filter((line) => !line.startsWith(' '))).toEqual(['-line 31', '+later'])
    rig.git('config', 'core.autocrlf', 'true')
    rig.write('a.ts', text({ 30: 'thirty' }, '\r\n'))
    expect((await rig.changes.decisions(PROJECT)).map(({ state }) => state)).toEqual(['standing'])
  })
})

describe('a rejected change', () => {
  it('is taken out at once without an agent, which is told; and can be put back', async () => {
    rig.write('a.ts', text({ 5: 'five', 30: 'thirty' }))
    const { ids, queued } = await rig.reject('a.ts', 1)
    expect(queued).toBe(false)
    expect(rig.read('a.ts')).toBe(text({ 5: 'five' }))
    expect(rig.told.map(({ text }) => text).join()).toContain('- a.ts, line 30\n  -thirty\n  +line 30')
    await rig.undecide(ids)
    expect(rig.read('a.ts')).toBe(text({ 5: 'five', 30: 'thirty' }))
    expect(rig.told.at(-1)?.text).toContain('took a rejection back')
  })

  it('waits for the end of a running turn and finds its lines then', async () => {
    rig.state.isRunning = true
    rig.write('a.ts', text({ 5: 'five', 30: 'thirty' }))
    expect((await rig.reject('a.ts', 1)).queued).toBe(true)
    expect(rig.read('a.ts')).toBe(text({ 5: 'five', 30: 'thirty' }))
    expect(await rig.states('a.ts')).toEqual(['open', 'rejected'])
    await rig.settle()
    expect(rig.told).toEqual([])
    rig.write('a.ts', `more\n${text({ 5: 'five', 30: 'thirty', 50: 'fifty' })}`)
    rig.state.isRunning = false
    await rig.settle()
    expect(rig.read('a.ts')).toBe(`more\n${text({ 5: 'five', 50: 'fifty' })}`)
    expect(rig.told).toHaveLength(1)
    await rig.settle()
    expect(rig.told).toHaveLength(1)
  })

  it('is left in the file and told as missed where the agent changed the lines again', async () => {
    rig.state.isRunning = true
    rig.write('a.ts', text({ 30: 'thirty' }))
    await rig.reject('a.ts', 0)
    rig.write('a.ts', text({ 30: 'something else' }))
    rig.state.isRunning = false
    await rig.settle()
    expect(rig.read('a.ts')).toBe(text({ 30: 'something else' }))
    expect(rig.told[0]?.text).toContain('are still in the files')
    expect(rig.changes.decisions(PROJECT)[0]?.state).toBe('missed')
  })

  it('is taken back while it waits', async () => {
    rig.state.isRunning = true
    rig.write('a.ts', text({ 30: 'thirty' }))
    const { ids } = await rig.reject('a.ts', 0)
    await rig.undecide(ids)
    rig.state.isRunning = false
    await rig.settle()
    expect(rig.read('a.ts')).toBe(text({ 30: 'thirty' }))
    expect(rig.told).toEqual([])
  })

  it('removes a new file, brings a deleted one back, and undoes both', async () => {
    rig.write('new.ts', 'one\ntwo\n')
    rmSync(join(rig.folder, 'gone.ts'))
    const made = await rig.reject('new.ts', 0)
    expect(existsSync(join(rig.folder, 'new.ts'))).toBe(false)
    const removed = await rig.reject('gone.ts', 0)
    expect(rig.read('gone.ts')).toBe('kept\n')
    await rig.undecide(made.ids)
    expect(rig.read('new.ts')).toBe('one\ntwo\n')
    await rig.undecide(removed.ids)
    expect(existsSync(join(rig.folder, 'gone.ts'))).toBe(false)
  })

  it('keeps bytes, line ends and a missing last line end', async () => {
    const bytes = Buffer.from('a\r\n\xe9\xff caf\r\nlast', 'latin1')
    rig.write('odd.txt', bytes)
    rig.git('add', '.')
    rig.git('commit', '-qm', 'odd')
    rig.write('odd.txt', Buffer.from('a\r\nother\r\nlast', 'latin1'))
    await rig.reject('odd.txt', 0)
    expect(rig.git('status', '--porcelain')).toBe('')
  })

  it('takes out some lines of a hunk, and refuses lines that changed since', async () => {
    rig.write('a.ts', text({ 30: 'thirty\nmore' }))
    const [hunk] = await rig.hunksOf('a.ts')
    await rig.reject('a.ts', 0, 'uncommitted', [(hunk?.lines ?? []).indexOf('+more')])
    expect(rig.read('a.ts')).toBe(text({ 30: 'thirty' }))
    const parts = await rig.part('a.ts', 0)
    rig.write('a.ts', text({ 30: 'other' }))
    await expect(rig.changes.reject(PROJECT, { scope: 'uncommitted', parts }, rig.signal)).rejects.toThrow(
      'have changed since they were shown',
    )
    expect(rig.read('a.ts')).toBe(text({ 30: 'other' }))
  })
})

describe('the files of a chat', () => {
  it('are compared with what they held before it, in a turn and in all', async () => {
    rig.state.chatFiles = [
      { path: join(rig.folder, 'a.ts'), before: Buffer.from(text({ 3: 'mine' })) },
      { path: join(rig.folder, 'new.ts'), before: 'absent' },
      { path: join(rig.folder, 'gone.ts'), before: Buffer.from('kept\n') },
      { path: '/elsewhere/b.ts', before: 'absent' },
    ]
    rig.write('a.ts', text({ 3: 'mine', 30: 'thirty' }))
    rig.write('new.ts', 'one\n')
    rmSync(join(rig.folder, 'gone.ts'))
    expect(await rig.names('turn')).toEqual(['modified a.ts', 'deleted gone.ts', 'untracked new.ts'])
    const lines = (await rig.hunksOf('a.ts', 'chat')).flatMap((hunk) => hunk.lines)
    expect(lines.filter((line) => !line.startsWith(' '))).toEqual(['-line 30', '+thirty'])
    await rig.accept('a.ts', 0, 'turn')
    expect(await rig.states('a.ts')).toEqual(['open', 'accepted'])
  })
})
