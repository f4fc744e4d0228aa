import type { meaning as en } from '../en/meaning.ts'
import { translationOf } from '../message.ts'

export const meaning = translationOf<typeof en>()({
  'settings.meaning': '语义搜索',
  'settings.meaning.server': '嵌入服务器',
  'settings.meaning.nobody': '关闭（仅关键词搜索）',
  'settings.meaning.servers': '你的模型所在的服务器',
  'settings.meaning.off': '记忆和页面按词语查找，不会发送任何内容',
  'settings.meaning.sent':
    '所有记忆和页面的文字、每个问题以及在其中搜索的内容都会发送到 {host}，密钥会先被去除',
  'settings.meaning.model': '嵌入模型',
  'settings.meaning.modelExample': 'nomic-embed-text',
  'settings.meaning.modelHint': '使用服务器上的名称。更换模型会重新处理全部内容',
  'settings.meaning.use': '使用',
  'settings.meaning.progress': '已处理',
  'settings.meaning.progressHint': '在没有对话运行时进行；已完成的会保留',
  'settings.meaning.stop': '停止',
  'settings.meaning.goOn': '继续',
  'settings.meaning.noServer': '此服务器已不再设置。仅按词语比较。',
  'settings.meaning.failed': '{why} 恢复之前仅按词语比较。',
  'settings.meaning.state.off': '尚未开始',
  'settings.meaning.state.working': '{total} 段文字中的 {done} 段',
  'settings.meaning.state.done': '全部 {total} 段文字',
  'settings.meaning.state.stopped': '停在 {total} 段文字中的 {done} 段',
  'settings.meaning.state.failed': '在 {total} 段文字中的 {done} 段处失败',
  'settings.meaning.state.unable': '此设备无法比较向量，因此仅按词语比较。',
})
