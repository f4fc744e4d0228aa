import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PathFlavour } from '../../files/project-path.ts'
import { commandActs } from './command-acts.ts'
import { createShellGrammar } from './shell-grammar.ts'

const loadGrammar = createShellGrammar()

const unix: PathFlavour = { path: posix, home: '/home/ada' }
const windows: PathFlavour = { path: win32, home: 'C:\\Users\\Ada' }

async function isOutside(command: string, root: string, flavour: PathFlavour): Promise<boolean> {
  return (await commandActs(command, root, flavour, loadGrammar)).some((act) => act.outside)
}

// The disk of this machine is asked where links lead, so paths of another system only hold where it has none.
describe.skipIf(process.platform === 'win32')('a command reaches outside the project', () => {
  it.each([
    ['cat a.txt', false],
    ['cat "目录/a b.txt"', false],
    ['cat /nonexistent/code/a.txt', false],
    ['cat /etc/passwd', true],
    ['cat //etc/passwd', true],
    ['ls //', true],
    ['ls /', true],
    ['grep -rn "// TODO" src', false],
    ['cat ../other', true],
    ['cat ~/.profile', true],
    ['tool --file=/etc/passwd', true],
    ['curl -d @/etc/passwd localhost', true],
    ['cc -I/usr/include a.c', true],
    ['git clone git@example.org:a/b', false],
    // No disk has such a name, but a program may leave it out of a path.
    [`git commit -m '/${'words '.repeat(200)}'`, false],
    [`tool /${'a'.repeat(1_100)}/../../etc/passwd`, true],
    [`tool ${'a'.repeat(1_100)}=/etc/passwd`, true],
    // The change of folder may fail, and then the rest runs where it was.
    ['cd 文档; cat ../a', true],
  ])('on POSIX: %s: %s', async (command, outside) => {
    expect(await isOutside(command, '/nonexistent/code', unix)).toBe(outside)
  })

  it.each([
    ['type a.txt', false],
    ['type 目录\\文件.txt', false],
    ['type C:\\work\\项目\\a.txt', false],
    ['type c:\\WORK\\项目\\a.txt', false],
    ['type C:\\work\\项目2\\a.txt', true],
    ['type D:\\a.txt', true],
    ['type D:/a.txt', true],
    ['type ..\\other', true],
    ['type \\Windows\\win.ini', true],
    ['type \\\\server\\share\\a.txt', true],
    ['type //server/share/a.txt', true],
    ['tool --file=D:\\a.txt', true],
  ])('on Windows: %s: %s', async (command, outside) => {
    expect(await isOutside(command, 'C:\\work\\项目', windows)).toBe(outside)
  })

  it('on Windows from a share, and a share is not another one', async () => {
    const root = '\\\\server\\share\\项目'
    const commands = ['type a.txt', 'type \\\\server\\share\\项目\\a.txt', 'type \\\\server\\other\\a.txt']
    const outside = await Promise.all(commands.map((command) => isOutside(command, root, windows)))
    expect(outside).toEqual([false, false, true])
  })
})
