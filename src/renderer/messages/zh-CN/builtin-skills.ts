import type { builtinSkills as en } from '../en/builtin-skills.ts'
import { translationOf } from '../message.ts'

export const builtinSkills = translationOf<typeof en>()({
  'skills.builtin.orchestrate':
    '怎样用工作流脚本让多个智能体共同完成一项任务。在编写或启动脚本之前，或任务大到一个对话容纳不下时加载。',
})
