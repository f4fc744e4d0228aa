import type { PLUGIN_SENTENCES } from '../en/plugin-sentences.ts'

/** The plugin sentences in Chinese. */
export const PLUGIN_SENTENCES_ZH = {
  'plugin.noManifest': '{place} 中没有插件：根目录下既没有 .claude-plugin/plugin.json，也没有 plugin.json。',
  'plugin.noSchema': 'plugin.json 没有 Orrery 支持的 $schema。Orrery 支持 Agent Plugins 1.0.0。',
  'plugin.notJson': '{file} 不是有效的 JSON。',
  'plugin.badManifest': '文件 {file}：“{problem}”',
  'plugin.badName': '插件名称“{name}”无效。名称只能包含小写字母、数字、单个连字符和句点。',
  'plugin.ignoredKey': '{file}：Orrery 不读取键 {key}。',
  'plugin.outside': '{file}：{path} 指向插件之外，不会读取其中的内容。',
  'plugin.badServer': '{file}：服务器 {name} 无法使用：“{problem}”',
  'plugin.badServers': '{file}：其中的服务器无法使用：“{problem}”',
  'plugin.link': '插件包含链接或特殊文件：{path}。未安装任何内容。',
  'plugin.badFile': '插件中有文件名无效的文件：{path}。未安装任何内容。',
  'plugin.twice': '插件中有两个名为 {path} 的文件。未安装任何内容。',
  'plugin.tooMany': '插件的文件超过 {count} 个。未安装任何内容。',
  'plugin.tooLarge': '插件大于 {size} MB。未安装任何内容。',
  'plugin.archive': '压缩包无法使用：“{problem}”未安装任何内容。',
  'plugin.badSource':
    '{source} 既不是文件夹、.zip 文件，也不是 Git 地址。地址以 https://、ssh://、file:// 或 git@ 开头。',
  'plugin.badRef': '{ref} 不是有效的分支或标签名称。',
  'plugin.git': 'Git 无法获取 {url}：“{problem}”未安装任何内容。',
  'plugin.gitLarge': '仓库 {url} 大于 {size} MB。未安装任何内容。',
  'plugin.notConfirmed': '打开的 Orrery 窗口未确认此操作，因此没有任何更改。',
  'plugin.previewGone': '此预览已失效。请重新打开插件。',
  'plugin.previewChanged': '此预览的文件已更改。请重新打开插件。',
  'plugin.notInstalled': '没有名为 {name} 的插件。',
  'plugin.isChanged': '插件 {name} 已停用：其文件在安装后被更改。请在“设置 › 插件”中检查。',
  'plugin.noChanges': '插件 {name} 已是来源中的最新版本。',
  'plugin.lockBroken':
    'plugins.lock.json 无法使用：“{problem}”未加载任何插件。请修复该文件，或删除后重新安装插件。',
  'plugin.noOffer': '插件市场的文件夹 {inside} 中没有插件。',
} as const satisfies Readonly<Record<keyof typeof PLUGIN_SENTENCES, string>>
