import type { ITEM_LABEL_SENTENCES } from '../en/item-label-sentences.ts'

/** The told sentences in Chinese. */
export const ITEM_LABEL_SENTENCES_ZH = {
  'told.skill': '已加载技能“{name}”。',
  'told.command': '已填入命令 /{name} 的内容。',
  'told.goal': '目标：先制定计划再执行，中途不再询问。',
  'told.goOn': '从回答中断处继续。',
  'told.answer': '已提醒按要求的格式给出结果。',
  'told.digest':
    '没有模型能为之前的对话写摘要，因此以一份简短的摘录代替：你说过的话、改动的文件和未完成的步骤。',
  'told.empty': '回答为空，已要求模型继续。',
  'told.emptyCut': '回答在任何内容到达之前就达到上限，已要求模型分成较小的部分。',
  'told.onlyThought': '模型只进行了思考而没有作答，已要求模型继续。',
  'told.writtenCall': '有一个工具调用写成了文本，无法执行，已要求模型调用工具。',
  'told.repeated': '同样的调用已进行三次，结果都相同，已要求模型换一种做法。',
  'told.lastStep': '已达到本次运行的请求次数上限，已要求模型作总结。',
  'told.scratch': '已告知此对话的智能体共用的文件夹：{folder}',
  'told.skillsCame': '现在可以加载或有改动的技能：{names}。',
  'told.skillsGone': '已不存在的技能：{names}。',
  'told.toolsCame': '现在可以调用的工具：{count} 个。',
  'told.toolsGone': '已不可用的工具：{count} 个。',
} as const satisfies Readonly<Record<keyof typeof ITEM_LABEL_SENTENCES, string>>
