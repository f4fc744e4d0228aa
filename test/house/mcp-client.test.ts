import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

it('the MCP client package is read in its own process only, which starts with the first server', () => {
  const reading = sources.filter((file) =>
    /from '(@modelcontextprotocol|cross-spawn)|import\('@modelcontextprotocol/.test(
      readFileSync(join(src, file), 'utf8'),
    ),
  )
  expect(reading.filter((file) => !file.startsWith('main/mcp/client/'))).toEqual([])
  const joining = sources.filter(
    (file) =>
      !file.startsWith('main/mcp/client/') &&
      /from '[^']*(mcp\/client\/|\.\/client\/)/.test(readFileSync(join(src, file), 'utf8')),
  )
  expect(joining).toEqual([])
})
