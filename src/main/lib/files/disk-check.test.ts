import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quickCheckIn } from './disk-check.ts'
import { slowMountsIn } from './network-mounts.ts'

let base = ''
let root = ''
const none = async () => []

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'orrery-look-')))
  root = join(base, 'project')
  await mkdir(join(root, 'src'), { recursive: true })
  await mkdir(join(root, 'drive/in'), { recursive: true })
  await mkdir(join(base, 'other'))
  await writeFile(join(root, 'src/a'), 'text')
  await writeFile(join(base, 'other/b'), 'text')
  await symlink(join(base, 'other'), join(root, 'link'))
})
afterAll(() => rm(base, { recursive: true, force: true }))

const isAtOnce = (answer: unknown) => !(answer instanceof Promise)

describe('look-ups in a folder', () => {
  it('answer at once on the disk of the folder, also for what is missing', async () => {
    const look = await quickCheckIn(root, sep, none)
    const answers = [
      look.lstat(join(root, 'src/a')),
      look.lstat(join(root, 'src/missing/c')),
      look.lstat(join(root, 'link')),
      look.lstat(join(root, 'https:', 'a.b', 'c')),
      look.lstat(join(base, '.git')),
      look.realpath(join(root, 'src/a')),
      look.readSmall(join(root, 'src/a'), 10),
      look.readSmall(join(base, '.git/config'), 10),
      look.readdir(root),
    ]
    expect(answers.map(isAtOnce)).toEqual(answers.map(() => true))
  })

  it('wait for what is behind a link, on the way or at the end', async () => {
    const look = await quickCheckIn(root, sep, none)
    const answers = [
      look.lstat(join(root, 'link/b')),
      look.realpath(join(root, 'link')),
      look.readdir(join(root, 'link')),
      look.readSmall(join(root, 'link/b'), 10),
      look.lstat(join(base, 'other/b')),
    ]
    expect(answers.map(isAtOnce)).toEqual(answers.map(() => false))
    expect(await look.realpath(join(root, 'link/b'))).toBe(join(base, 'other/b'))
    expect(await Promise.all(answers)).toHaveLength(5)
  })

  it('wait for a network drive inside the folder', async () => {
    const mounted = join(base, 'project-with-drive')
    await mkdir(join(mounted, 'drive/in'), { recursive: true })
    const look = await quickCheckIn(mounted, sep, async () => [join(mounted, 'drive')])
    expect(isAtOnce(look.lstat(join(mounted, 'drive/in')))).toBe(false)
    expect(isAtOnce(look.lstat(join(mounted, 'other')))).toBe(true)
  })

  it('wait for everything in a folder on a network drive', async () => {
    const mounted = join(base, 'drive')
    await mkdir(join(mounted, 'project'), { recursive: true })
    const look = await quickCheckIn(join(mounted, 'project'), sep, async () => [mounted])
    expect(isAtOnce(look.lstat(join(mounted, 'project/a')))).toBe(false)
  })
})

it('knows network drives and file systems of other programs in a listing of mounts', () => {
  const listing = [
    '/dev/sda1 / ext4 rw 0 0',
    'host:/share /mnt/my\\040share nfs4 rw 0 0',
    '//host/share /mnt/windows cifs rw 0 0',
    'me@host: /home/ada/far fuse.sshfs rw 0 0',
    'fusectl /sys/fs/fuse/connections fusectl rw 0 0',
    'tmpfs /tmp tmpfs rw 0 0',
  ].join('\n')
  expect(slowMountsIn(listing)).toEqual(['/mnt/my share', '/mnt/windows', '/home/ada/far'])
})
