import type { additions as en } from '../en/additions.ts'
import { translationOf } from '../message.ts'

export const additions = translationOf<typeof en>()({
  'settings.skills': '技能',
  'settings.skillsHint': '任务需要时智能体才加载的知识：一个含 SKILL.md 的文件夹。',
  'settings.skills.brought': '你的以及当前项目的',
  'settings.skills.builtin': '应用自带',
  'settings.skills.broken': '无法使用',
  'settings.skills.usable': '可以使用',
  'settings.skills.off': '已关闭',
  'settings.skills.turn': '使用技能“{name}”',
  'settings.skills.unusable': '无法使用',
  'settings.skills.needs': '需要 {tool}',
  'settings.skills.openOf': '打开 {name} 的文件',
  'settings.skills.none':
    '这里没有你的技能。请把含 SKILL.md 的文件夹放入 Orrery 文件夹中的 {own}，或放入你信任的项目的 {project}。',
  'settings.extensions': '扩展',
  'settings.extensionsHint': '你和项目为应用添加的内容都是文件夹中的文件。暂时还不能加载自带代码的扩展。',
  'settings.extensions.kinds': '可以添加的内容',
  'settings.extensions.show': '查看',
  'settings.extensions.agents': '智能体',
  'settings.extensions.agentsHint': '由谁回答、使用哪些工具和说明：每个智能体一个文件。',
  'settings.extensions.scripts': '工作流脚本',
  'settings.extensions.scriptsHint': '由脚本运行、交给许多智能体的任务。',
})
