import type { builtinWorkflows as en } from '../en/builtin-workflows.ts'
import { translationOf } from '../message.ts'

export const builtinWorkflows = translationOf<typeof en>()({
  'workflows.builtin.judge-panel': '让多个智能体用不同方法回答同一个问题，再由评审小组选出最佳答案。',
  'workflows.builtin.review-changes':
    '从多个角度审查已更改的代码，再让三个智能体尝试反驳每项发现，只保留其中两个确认的发现。',
  'workflows.builtin.survey-project': '找出项目的各个部分，逐一查看，并写出一份供新成员入门的报告。',
})
