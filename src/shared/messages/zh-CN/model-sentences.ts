import type { MODEL_SENTENCES } from '../en/model-sentences.ts'

/** The model sentences in Chinese. */
export const MODEL_SENTENCES_ZH = {
  'llm.tooLong': '对话太长，{host} 上的 {model} 读不下了。请压缩对话，或新建对话。',
  'llm.answerTooLong':
    'Orrery 在收到 {size} 后结束了 {model} 的回答：这次请求最多要 {tokens} 个 token。此前的文字已保留，未写完的调用已丢弃。',
  'llm.tooManyCalls':
    'Orrery 结束了 {model} 的回答：它一次发出了 {count} 个以上的调用。文字已保留，这些调用都没有执行。',
  'llm.tooManyBlocks':
    'Orrery 结束了 {model} 的回答：它在正文与思考之间切换了 {count} 次以上。此前收到的内容已保留。',
  'llm.floods':
    'Orrery 在收到 {size} 数据后结束了 {host} 的回答，任何回答都用不了这么多。此前收到的内容已保留。',
  'llm.keyRefused': '{host} 不接受这个 API 密钥。请在密钥库中检查，或重新保存一个。',
  'signIn.noBrowser': '无法打开浏览器。没有保存任何内容。',
  'signIn.refused': '登录未获允许。没有保存任何内容。',
  'signIn.canceled': '登录已取消。没有保存任何内容。',
  'signIn.noKey': '{host} 没有给出密钥（HTTP {status}）。没有保存任何内容。请重试。',
  'signIn.late': '登录未能及时完成。没有保存任何内容。',
  'llm.keyMissing': '{host} 需要 API 密钥，而这个模型还没有设置。请在模型设置中添加。',
  'llm.keyNotAllowed': '{host} 不允许这个密钥使用 {model}。请到服务商处检查密钥的权限。',
  'llm.keyBroken': '{host} 的 API 密钥含有密钥中不应出现的字符。请重新保存。',
  'llm.noCredit': '{host} 的账户余额不足，无法使用 {model}。请到服务商处充值，或另选一个模型。',
  'llm.limited': '{host} 已达到 {model} 的速率限制。请稍等片刻再试。',
  'llm.overloaded': '{host} 负载过高，或仍在加载 {model}（HTTP {status}）。请稍后再试。',
  'llm.gaveUp': '{host} 没有等到完整的请求。请重试。',
  'llm.notInTime': '{host} 没有及时得到 {model} 的回答（HTTP 504）。请重试。',
  'llm.failed': '{host} 在用 {model} 回答时出错（HTTP {status}）。请重试；如果一直如此，请检查服务器。',
  'llm.brokeOff': '{host} 中断了 {model} 的回答并报告错误。请重试。',
  'llm.refused': '{host} 拒绝了对 {model} 的请求（HTTP {status}）。',
  'llm.noTopP': '{host} 不允许为 {model} 设置 top P。请在模型设置中清空该字段后重试。',
  'llm.noEffort': '{host} 不支持 {model} 的思考强度 {effort}。请在对话中或模型设置中另选一项后重试。',
  'llm.noModel': '{host} 没有模型 {model}。请检查名称，或在服务器上安装它。',
  'llm.noApi': '{host} 的这个地址没有对话接口。请检查基础地址（大多以 /v1 结尾）和模型名称 {model}。',
  'llm.redirected': '{host} 把请求转到 {where}。如果你信任它，请把它设为基础地址。',
  'llm.redirectedSomewhere': '{host} 把请求转到另一个地址。如果你信任它，请把它设为基础地址。',
  'llm.notJson': '{host} 的回答无效：其中一段不是 JSON。请重试；如果一直如此，这个地址可能属于另一种服务器。',
  'llm.noForm': '{model} 没有按要求的格式回答。请重试，或选择另一个模型。',
  'llm.noVectors': '{host} 没有为 {model} 返回向量。它可能不是嵌入模型；请选择其他模型。',
  'llm.unknown': '对 {host} 上 {model} 的请求因未知原因失败。详情见日志。',
  'llm.serverSays': '服务器说：“{words}”',
  'llm.silentHere': '{host} 没有回应。请启动模型服务器后再试。',
  'llm.silent': '{host} 没有回应。请检查地址，并确认服务器正在运行。',
  'llm.noHost': '找不到主机 {host}。请检查地址和网络连接。',
  'llm.unreachable': '无法连接 {host}。请检查网络连接后再试。',
  'llm.noConnection': '{host} 没有及时接受连接。请检查地址和网络。',
  'llm.stalled': '{host} 在用 {model} 回答时停止了发送。请重试。',
  'llm.certificate': '{host} 的证书不可信（{code}）。请检查地址，或让本机信任该证书。',
  'llm.noHttps': '{host} 不支持 HTTPS。请改用 http:// 开头的地址。',
  'llm.noHttp': '{host} 上的服务不是 HTTP。请检查地址和端口。',
  'llm.proxyKind':
    '环境变量中为 {host} 设置的代理是 Orrery 不支持的类型（{kind}）。请设置以 http:// 或 https:// 开头的代理，或把 {host} 写入 NO_PROXY。',
  'llm.proxyPassword':
    '通往 {host} 的代理 {proxy} 需要用户名和密码。请写入 {variable}（http://name:password@host:port），然后重新启动 Orrery。',
  'llm.proxyRefused':
    '代理 {proxy} 没有把请求转发给 {host}（HTTP {status}）。请询问代理的管理者，或把 {host} 写入 NO_PROXY。',
  'llm.proxySilent': '无法连接通往 {host} 的代理 {proxy}。请检查 {variable} 和系统的代理设置。',
  'llm.webPage': '{host} 返回了网页，而不是回答。请检查基础地址：大多以 /v1 结尾。',
  'llm.empty': '{host} 为 {model} 返回了空的回答。请重试；如果一直如此，请查看服务器。',
  'llm.endedEarly': '{host} 在 {model} 答完之前就结束了回答。请重试。',
  'llm.filtered': '{host} 的内容过滤器拦下了 {model} 的回答。请换一种说法再问。',
  'llm.wentQuiet': '{host} 在回答中途没有了动静：{model} 已有 {seconds} 秒没有输出。请重试。',
  'llm.notBegun':
    '{host} 接受了请求，但 {model} 在 {seconds} 秒内没有开始回答。它可能正在加载或过载；请重试。',
  'llm.lost': '{model} 回答时与 {host} 的连接断开了。请重试。',
} as const satisfies Readonly<Record<keyof typeof MODEL_SENTENCES, string>>
