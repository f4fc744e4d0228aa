import type { JOB_SENTENCES } from '../en/job-sentences.ts'

/** The job sentences in Chinese. */
export const JOB_SENTENCES_ZH = {
  'job.noPort': '这个程序没有打开的端口，可能已经结束。',
  'job.exited': '{job} 已结束，退出码 {code}：{command}',
  'job.signalled': '{job} 被 {signal} 结束：{command}',
  'job.closed': '{job} 在应用关闭时已停止：{command}',
  'job.matched': '{job} 输出了等待的行：{line}',
} as const satisfies Readonly<Record<keyof typeof JOB_SENTENCES, string>>
