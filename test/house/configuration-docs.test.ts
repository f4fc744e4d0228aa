import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { UserConfig } from '#shared/config/config.ts'
import { configurationReference, settingRows } from '../support/data/configuration-reference.ts'
import { SETTING_DESCRIPTIONS } from '../support/data/setting-descriptions.ts'

const DOC = join(resolve(import.meta.dirname, '../..'), 'docs', 'configuration.md')
const [BEGIN, END] = ['<!-- generated from the schema: begin -->', '<!-- generated: end -->']

it('the reference of settings is that of the schema; UPDATE_DOCS=1 writes it', () => {
  const text = readFileSync(DOC, 'utf8')
  const [before = '', rest = ''] = text.split(BEGIN)
  const [current = '', after = ''] = rest.split(END)
  const reference = configurationReference(UserConfig)
  if (process.env['UPDATE_DOCS'] === '1')
    writeFileSync(DOC, `${before}${BEGIN}\n\n${reference}\n${END}${after}`)
  else expect(cells(current)).toEqual(cells(reference))
})

it('describes only settings that exist', () => {
  const keys = new Set(settingRows(UserConfig).map(({ key }) => key))
  expect(Object.keys(SETTING_DESCRIPTIONS).filter((key) => !keys.has(key))).toEqual([])
})

/** The cells of all tables, without the spaces that the formatter aligns them with. */
function cells(markdown: string): readonly (readonly string[])[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
}
