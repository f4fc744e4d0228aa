import type { workflowCosts as en } from '../en/workflow-costs.ts'
import { translationOf } from '../message.ts'

export const workflowCosts = translationOf<typeof en>()({
  'workflows.takenOver': '接手了 {tokens} 个输出令牌',
  'workflows.lost': '{tokens} 个输出令牌没有留下结果',
  'workflows.budget': '预算',
  'workflows.budget.unpriced': '价格未知',
  'workflows.budget.spent': '已用',
  'workflows.budget.reserved': '约预留 {tokens}',
  'workflows.budget.left': '剩余 {tokens}',
  'workflows.budget.over': '已用完',
  'workflows.budget.lines': '输出令牌：{warn} 提醒 · {stop} 停止',
  'workflows.budget.none': '没有上限',
  'workflows.budget.warnOnly': '输出令牌 · 到 {warn} 提醒',
  'workflows.budget.warned': '已过提醒线',
  'workflows.budget.noneHint': '输出令牌；这次运行没有上限',
  'workflows.budget.label': '输出令牌共 {total}，已用 {spent}，约预留 {reserved}，{warn} 时提醒',
  'workflows.tries': '各次尝试',
  'workflows.try': '第 {number} 次尝试，共 {total} 次',
  'workflows.try.failed': '失败：{problem}',
  'workflows.try.again': '重新开始',
  'workflows.try.used': '{tokens} 令牌',
  'workflows.costAtLeast': '≥ {cost}',
})
