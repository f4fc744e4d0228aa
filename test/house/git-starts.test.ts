import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const START =
  /\b(spawn|spawnSync|exec|execSync|execFile|execFileSync|run)\w*\(\s*['"`](\S*[\\/])?git(\.exe)?\b/

it.each([
  ["spawn('git', ['status'])", true],
  ["execFile(\n  '/usr/bin/git',", true],
  ["run('git', args)", true],
  ["say('git.setting')", false],
])('knows %j as a start of git: %s', (code, expected) => {
  expect(START.test(code)).toBe(expected)
})

it('starts git in one room only, which keeps repositories from running programs', async () => {
  const files = (await readdir('src', { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/^main[\\/]git[\\/]/.test(file),
  )
  expect(files.length).toBeGreaterThan(500)
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join('src', file), 'utf8')]),
  )
  expect(texts.filter(([, text = '']) => START.test(text)).map(([file]) => file)).toEqual([])
})
