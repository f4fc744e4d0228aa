import { expect, it } from 'vitest'
import { listedTool } from '../../../../test/support/tool-search/listed-tool.ts'
import { MANY_TOOLS } from '../../../../test/support/tool-search/many-tools.ts'
import { createToolIndex } from '../../tools/tool-search/tool-index.ts'
import { clearTools } from './tool-updates.ts'

const tools = MANY_TOOLS.map(listedTool)
const namedFor = (text: string) =>
  clearTools(text, tools, createToolIndex()).map(({ server }) => server?.tool)

it('names the tools that a message clearly needs', () => {
  expect(namedFor('I give the customer a refund for this charge.')).toEqual(['refund_charge'])
})

it.each([
  'Again.',
  'And again.',
  'Yes, go on.',
  'Do it again, please.',
  'Go on and run it once more.',
  'Try that one more time.',
  'Looks good to me, thanks.',
  'Now fix the failing test in parse.ts.',
  'Rename the function and run the tests again.',
  '再来一次',
  '好的，继续',
  '把这个函数改个名字，再跑一遍测试',
])('names none for %j', (text) => {
  expect(namedFor(text)).toEqual([])
})
