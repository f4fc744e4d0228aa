import type { MCP_SENTENCES } from '../en/mcp-sentences.ts'

/** The mcp sentences in Chinese. */
export const MCP_SENTENCES_ZH = {
  'mcp.gone': '此处已不再配置这个服务器。',
  'mcp.notAllowed': '这个服务器已停用或未受信任，因此没有启动。',
  'mcp.skillsChanged': '服务器已更改这个技能。请重新查看。',
  'mcp.changed': '这个服务器的配置已更改。请重新查看。',
  'mcp.distrusted': '你不信任此项目，因此它的服务器都不能启动。请先信任此项目。',
  'mcp.modelTooSlow': '{model} 回答 MCP 服务器的时间超过五分钟。',
  'mcp.noTool': '服务器不再提供工具“{tool}”。',
  'mcp.needsSignIn': '服务器“{name}”需要你登录。请打开“设置 › MCP 服务器”。',
  'mcp.noSignIn': '这个服务器现在不需要登录。',
  'mcp.noBrowser': '无法打开浏览器。',
  'mcp.emptyResource': '服务器没有返回可以附加的内容。',
  'mcp.emptyPrompt': '服务器返回的提示格式无法识别。未发送任何内容。',
  'mcp.promptNeeds': '/{name} 需要：{names}。请按“名称=值”填写。未发送任何内容。',
  'mcp.noJson': '这段文本不是 JSON。',
  'mcp.noServers': '这段文本没有列出服务器。它需要包含“mcpServers”，并为每个服务器命名。',
  'mcp.wrongServer': '无法使用服务器“{name}”：“{problem}”',
  'mcp.nameTaken': '已忽略服务器“{name}”：你自己的服务器已使用此名称。',
  'mcp.exists': '已有名为“{name}”的服务器。请换一个名称。',
  'mcp.keptGone': '要保持不变的环境变量已不存在。请输入它的值。',
  'mcp.bundleGone': '这个扩展包已关闭。请重新打开。',
  'mcp.bundleNeeds': '请输入“{title}”的值。',
  'mcp.badBundle': '这个扩展包无法使用：“{problem}”',
  'mcp.notYours': '这里只能更改你自己的服务器。请编辑项目中的文件，或移除提供它的插件。',
} as const satisfies Readonly<Record<keyof typeof MCP_SENTENCES, string>>
