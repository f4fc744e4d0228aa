import type { web as english } from '../en/web.ts'
import { translationOf } from '../message.ts'

export const web = translationOf<typeof english>()({
  'settings.web': '网络',
  'settings.web.hint': '智能体可以访问的网络内容。访问新主机前会先询问。',
  'settings.web.pages': '网页',
  'settings.web.fetch': '读取网页',
  'settings.web.fetch.hint': '智能体可以请求以 Markdown 形式读取网页。',
  'settings.web.private': '私有主机',
  'settings.web.private.hint': '智能体可以请求访问的本机和内网主机，用逗号分隔。元数据服务始终禁止访问。',
  'settings.web.search': '搜索',
  'settings.web.engine': '搜索引擎',
  'settings.web.engine.hint': '设置搜索引擎后，智能体可以搜索网络。',
  'settings.web.engine.none': '无',
  'settings.web.engine.provider': '模型提供商',
  'settings.web.model': '模型',
  'settings.web.model.hint':
    '由该模型的提供商搜索：Anthropic、OpenAI（Responses API）或 Gemini。每次搜索消耗词元并另收费用。',
  'settings.web.model.none': '选择模型',
  'settings.web.url': 'API 地址',
  'settings.web.url.hint': 'SearXNG 需要填写实例地址，其他引擎使用各自的地址。',
  'settings.web.url.own': '默认',
  'settings.web.key': '密钥',
  'settings.web.key.hint': '密钥的位置：vault:name 或 env:NAME。',
  'settings.web.key.none': '无密钥',
  'settings.web.secrets': '请求使用的密钥',
  'settings.web.secrets.hint':
    '智能体可以把密钥库中的密钥发送到与其绑定的主机，但看不到密钥。每行一个，例如 github = api.github.com。',
  'settings.web.save': '保存',
  'settings.web.saved': '已保存',
  'settings.web.wrong': '请检查这一行：{line}',
})
