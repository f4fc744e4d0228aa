import type { gitQuestions as en } from '../en/git-questions.ts'
import { translationOf } from '../message.ts'

export const gitQuestions = translationOf<typeof en>()({
  'gitQuestion.title': 'Git 的提问',
  'gitQuestion.about': 'git {act}，位于 {folder}',
  'gitQuestion.said': 'Git 或由它启动的程序的原文',
  'gitQuestion.secret': '回答',
  'gitQuestion.name': '用户名',
  'gitQuestion.secretHint': 'Orrery 只把它交给这一条 Git 命令，不会保存。你自己的凭据助手可能会保存它。',
  'gitQuestion.hostKey':
    'SSH 不认识此服务器。请将指纹与服务器管理者公布的指纹进行比较。如果两者不同，可能有人在窃听。',
  'gitQuestion.fingerprint': '指纹',
  'gitQuestion.send': '发送',
  'gitQuestion.trust': '信任并连接',
  'gitQuestion.yes': '是',
  'gitQuestion.cancel': '停止 Git',
  'gitQuestion.until': '如果你不回答，Git 会在 {time} 停止。',
})
