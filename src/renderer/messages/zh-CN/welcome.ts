import type { welcome as en } from '../en/welcome.ts'
import { translationOf } from '../message.ts'

export const welcome = translationOf<typeof en>()({
  'welcome.title': '从一个文件夹开始',
  'welcome.lead':
    'Orrery 在你自己的项目上运行智能体，并让你看到它们所做的一切。选择一个文件夹；在你允许之前，其中的内容不会改变。',
  'welcome.drop': '或拖到这里',
  'welcome.who': '选择模型',
  'welcome.whoHint': '随时可以更改，每个对话都可以不同。',
  'welcome.noServer': '本机没有模型服务器应答。请先启动一个，再重新查找。',
  'welcome.practice': '练习模型',
  'welcome.practice.badge': '非 AI',
  'welcome.practice.text': '一个真正调用工具的小型命令解释器，足以在你自己的文件夹上体验对话、审批和工作流。',
  'welcome.practice.try': '试试',
  'welcome.practice.example1': 'read README.md',
  'welcome.practice.example2': '/survey-project',
  'welcome.practice.ready': '已就绪，可离线使用',
  'welcome.local': '在本机',
  'welcome.local.text': '在此电脑上找到的模型服务器。你写的内容不会离开这里。',
  'welcome.local.servers': '本机服务器',
  'welcome.local.looking': '正在查找…',
  'welcome.local.running': '运行中',
  'welcome.local.off': '未运行',
  'welcome.local.models': { other: '{count} 个模型' },
  'welcome.local.port': '端口 {port}',
  'welcome.local.look': '刷新',
  'welcome.key': '使用你的密钥',
  'welcome.key.text':
    'Anthropic、OpenAI、Google 等十二家提供方，或任何兼容的服务器。密钥只存入密钥库，不会出现在别处。',
  'welcome.key.providers': '提供方',
  'welcome.key.none': '没有密钥',
  'welcome.key.there': '就绪',
  'welcome.key.locked': '密钥库已锁定',
  'welcome.key.add': '添加密钥',
  'welcome.fact.ask': '命令和编辑会先询问，由你决定记住什么。',
  'welcome.fact.undo': '智能体的每次编辑都以差异显示，并可逐个文件撤销。',
  'welcome.fact.local': '没有账号，没有遥测。一切都在你自己的一个文件夹里。',
})
