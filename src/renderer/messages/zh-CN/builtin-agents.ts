import type { builtinAgents as en } from '../en/builtin-agents.ts'
import { translationOf } from '../message.ts'

export const builtinAgents = translationOf<typeof en>()({
  'agents.builtin.build': '在项目中工作，直到任务完成。按需读取、编辑和运行，并受你的批准约束。',
  'agents.builtin.plan': '查看项目，说明任务可以怎样完成。不做任何更改。',
  'agents.builtin.coordinator':
    '把大任务拆开，将每一部分交给在后台工作的智能体。自己不读取、不更改、也不运行任何东西。',
  'agents.builtin.general': '承担任何需要查找、阅读和更改的任务，并报告结果。',
  'agents.builtin.explore': '在项目中快速查找，例如某件事在哪里完成、被谁使用、各部分如何关联。只读取。',
  'agents.builtin.review': '阅读一项更改或一段代码，报告重要的缺陷，并为每一个给出证据。不做任何更改。',
  'agents.builtin.agent-author': '根据你的一句话起草智能体文件。',
  'agents.builtin.workflow-author': '根据你的一句话起草工作流脚本。',
  'agents.builtin.status-line-author': '根据你的一句话起草输出状态行的命令。',
  'agents.builtin.commit': '根据更改起草提交信息。',
  'agents.builtin.compaction': '概括对话中较早的部分，让工作能在更小的空间里继续。',
  'agents.builtin.memory': '查看一段对话，列出值得记住的内容。',
  'agents.builtin.summary': '用几行话向不在场的人说明一项工作的结果。',
  'agents.builtin.title': '根据第一条消息为新对话命名。',
})
