import { expect, it } from 'vitest'
import { titleIn, titleOf } from './title.ts'

it('names a chat after its first line, cut at a word', () => {
  expect(titleOf('\n  Mend   the clock\nand more')).toBe('Mend the clock')
  expect(titleOf(`${'word '.repeat(30)}`)).toBe(`${'word '.repeat(11).trim()}…`)
})

it.each([
  ['Slow start of the import', 'Slow start of the import'],
  ['"Slow start of the import."', 'Slow start of the import'],
  ['**Title:** Slow start', 'Slow start'],
  ['# “Slow start”\n\nIt is about…', 'Slow start'],
  ['<think>Hm.\nWhat is it?</think>\n\nSlow start', 'Slow start'],
  ['<think>Hm, and never an end', ''],
  ['标题：导入太慢。', '导入太慢'],
  ['  \n ', ''],
])('finds the title in %j', (answer, title) => {
  expect(titleIn(answer)).toBe(title)
})
