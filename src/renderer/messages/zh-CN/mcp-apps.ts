import type { mcpApps as english } from '../en/mcp-apps.ts'
import { translationOf } from '../message.ts'

export const mcpApps = translationOf<typeof english>()({
  'mcpapp.title': '{server} 的视图',
  'mcpapp.off': '{server} 的视图已关闭。可在“设置 › MCP 服务器”中允许。',
  'mcpapp.show': '显示',
  'mcpapp.hide': '隐藏',
  'mcpapp.problem.silent': '视图未能启动。结果文本在卡片中。',
  'mcpapp.problem.flooded': '视图发送了过多消息，已关闭。',
  'mcpapp.problem.failed': '无法打开视图。结果文本在卡片中。',
  'mcpapp.askLink': '{server} 的视图想在浏览器中打开一个地址。',
  'mcpapp.askCall': '{server} 的视图想调用 {tool}。',
  'mcpapp.openLink': '打开 {host}',
  'mcpapp.allowCall': '允许一次',
  'mcpapp.deny': '拒绝',
  'mcpapp.drafted': '视图在消息框中添加了文本。发送前请检查。',
  'mcpapp.allow': '交互式视图',
  'mcpapp.allowOf': '显示 {name} 的交互式视图',
  'mcpapp.allowHint': '在对话中显示此服务器的页面，页面位于无网络的框架中。',
})
