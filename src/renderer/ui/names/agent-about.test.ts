import { expect, it } from 'vitest'
import type { AgentId } from '#shared/ids.ts'
import { textIn } from '../../messages/TextProvider.tsx'
import { agentAbout } from './agent-about.ts'

const plan = (source: 'builtin' | 'user', id = 'plan') => ({
  id: id as AgentId,
  source,
  description: 'As the file says it.',
})

it('says in the language of the window what an agent of the app is for', () => {
  expect(agentAbout(plan('builtin'), textIn('zh-CN'))).toBe('查看项目，说明任务可以怎样完成。不做任何更改。')
})

it('says of any other agent what its file says, also of one in the place of ours', () => {
  expect(agentAbout(plan('user'), textIn('zh-CN'))).toBe('As the file says it.')
  expect(agentAbout(plan('builtin', 'newcomer'), textIn('zh-CN'))).toBe('As the file says it.')
})
