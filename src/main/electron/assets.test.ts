import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAssets, partsOf } from './assets.ts'

let home = ''
let assets: ReturnType<typeof createAssets>

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery assets 资-'))
  await mkdir(join(home, 'renderer', 'assets'), { recursive: true })
  await writeFile(join(home, 'renderer', 'index.html'), '<!doctype html>')
  await writeFile(join(home, 'renderer', 'assets', '_index-Bx_9.js'), 'export {}')
  await writeFile(join(home, 'renderer', 'assets', 'notes.secret'), 'not for the page')
  await writeFile(join(home, 'outside.html'), 'outside')
  assets = createAssets(join(home, 'renderer'), "default-src 'none'")
})
afterAll(() => rm(home, { recursive: true }))

const get = (url: string, method = 'GET') => assets({ method, url })

describe('assets', () => {
  it('serves a page with its type and the headers that guard it', async () => {
    const response = await get('app://orrery/index.html')
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(response.data.toString()).toBe('<!doctype html>')
  })

  it('serves a script as a script, whatever follows the question mark', async () => {
    const response = await get('app://orrery/assets/_index-Bx_9.js?v=1#x')
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(response.data.toString()).toBe('export {}')
  })

  it('takes the bare origin for the start page', async () => {
    expect((await get('app://orrery/')).data.toString()).toBe('<!doctype html>')
  })

  it.each([
    'app://orrery/../outside.html',
    'app://orrery/%2e%2e/outside.html',
    'app://orrery/..%2foutside.html',
    'app://orrery/assets/..%2f..%2foutside.html',
    'app://orrery/..%5coutside.html',
    'app://orrery/assets%00/index.html',
    'app://orrery/C:/windows/win.html',
    'app://orrery//server/share/x.html',
    'app://orrery/index.html::$DATA',
    'app://orrery/%',
    'app://orrery/.env.html',
    'app://orrery/assets',
    'app://orrery/assets/notes.secret',
    'app://orrery/missing.js',
    'app://orrery/index.html/more.js',
    'app://elsewhere/index.html',
  ])('finds nothing at %s', async (url) => {
    const response = await get(url)
    expect([response.statusCode, response.data.toString()]).toEqual([404, ''])
  })

  it('refuses to be written to', async () => {
    expect((await get('app://orrery/index.html', 'POST')).statusCode).toBe(405)
  })

  it('answers HEAD without a body', async () => {
    const response = await get('app://orrery/index.html', 'HEAD')
    expect([response.statusCode, response.data.toString()]).toEqual([200, ''])
  })

  it('never names a part that could leave the folder', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('.', '/', '\\', '%2e', '%2f', '%5c', 'a', ':', '%') }),
        (path) => {
          for (const part of partsOf(`app://orrery/${path}`) ?? []) {
            expect(part).not.toMatch(/^\.|[\\/:%]/)
          }
        },
      ),
    )
  })
})
