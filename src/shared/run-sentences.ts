/** How workflow runs end. Main puts it on the desktop and into chats itself, so both languages stand here. */
export const RUN_SENTENCES = {
  'run.tokensSpent': 'The budget of {total} tokens is spent ({spent}). Raise it and resume.',
  'run.moneySpent': 'The ceiling of {total} is reached ({spent}). Raise it and resume.',
  'run.ranOut': 'The budget ran out while the agent was at work.',
  'run.oneNotAwaited':
    'The script ended while an agent was still at work. Write await before agent(…), or hand the calls to parallel.',
  'run.notAwaited':
    'The script ended while {count} agents were still at work. Write await before agent(…), or hand the calls to parallel.',
  'run.broke': 'The run broke off for a reason nobody foresaw. The log says more. What was finished is kept.',
  'run.scriptFailed': 'The script failed: {what}',
  'run.computedTooLong':
    'The script computed for more than {seconds} seconds without waiting for an agent. It was stopped; look for a loop that never ends.',
  'run.waitsForNothing':
    'The script waits for something that never comes: nothing it has started is still at work. Look at the promises it makes itself.',
  'run.silent':
    'The script gave no sign of life for {seconds} seconds. It was stopped; look for work on very large values.',
  'run.outOfMemory': 'The script used more memory than it may have (64 MiB).',
} as const

export const RUN_SENTENCES_ZH = {
  'run.tokensSpent': '{total} 个令牌的预算已用完（{spent}）。请提高预算后继续运行。',
  'run.moneySpent': '已达到 {total} 的上限（{spent}）。请提高上限后继续运行。',
  'run.ranOut': '智能体工作期间预算已用完。',
  'run.oneNotAwaited':
    '脚本结束时还有一个智能体在工作。请在 agent(…) 前写 await，或把这些调用交给 parallel。',
  'run.notAwaited':
    '脚本结束时还有 {count} 个智能体在工作。请在 agent(…) 前写 await，或把这些调用交给 parallel。',
  'run.broke': '运行因未曾预料的原因中断。日志中有更多说明。已完成的部分都已保留。',
  'run.scriptFailed': '脚本出错：{what}',
  'run.computedTooLong':
    '脚本连续计算超过 {seconds} 秒而没有等待智能体，已被停止；请检查是否有永不结束的循环。',
  'run.waitsForNothing': '脚本在等待永远不会到来的结果：它启动的一切都已结束。请检查它自己创建的 promise。',
  'run.silent': '脚本有 {seconds} 秒没有动静，已被停止；请检查是否在处理非常大的值。',
  'run.outOfMemory': '脚本使用的内存超过了允许的上限（64 MiB）。',
} as const satisfies Readonly<Record<keyof typeof RUN_SENTENCES, string>>
