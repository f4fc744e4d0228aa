import type { VAULT_SENTENCES } from '../en/vault-sentences.ts'

/** The vault sentences in Chinese. */
export const VAULT_SENTENCES_ZH = {
  'vault.locked': '密钥库已锁定。请输入口令。',
  'vault.wrongPassphrase': '这个口令打不开密钥库。请检查键盘布局和大写锁定，然后再试。',
  'vault.noSecret': '没有名为“{name}”的密钥。请在密钥库中添加。',
  'vault.noValue': '没有找到密钥“{name}”的值。如果钥匙串已锁定，请先解锁；否则请重新设置这个密钥。',
  'vault.taken': '已经有名为“{name}”的密钥了。请换一个名称。',
  'vault.sameName': '新名称与原来的相同。',
  'vault.badName': '名称须以字母或数字开头，只能包含字母、数字、点、短横线和下划线，且不能有两个连续的点。',
  'vault.noVariable': '没有设置环境变量 {name}。请设置后重新启动 Orrery，或把密钥保存到密钥库。',
  'vault.fileUnreadable':
    '无法读取加密文件 {file}（{code}）。请确认它所在的磁盘已连接、文件属于你，然后再试。',
  'vault.fileNewer':
    '加密文件 {file} 由更新的 Orrery 写成（格式 {version}，当前版本只认识 {newest}）。文件保持原样；请启动更新的版本。',
  'vault.fileDamaged': '加密文件 {file} 已损坏，保持原样。请用副本替换它，或把它移走后重新设置密钥。',
  'vault.valueDamaged': '“{name}”保存的值已损坏。请重新设置这个密钥。',
  'vault.elsewhere': '“{name}”不在加密文件中，而它可能所在的钥匙串现在无法使用。请等钥匙串恢复后再删除。',
  'vault.keptTwice': '密钥现在也以“{to}”保存，但“{name}”没能删除。请在列表中删除它。',
  'vault.signInOnly': '“{name}”属于一次登录，不能用作 API 密钥。',
  'vault.denied':
    '{model} 不能使用密钥“{name}”：你已撤销它的使用权。请在密钥库中重新允许，或选择另一个模型。',
  'vault.stoppedWaiting': '你已停止等待钥匙串。',
} as const satisfies Readonly<Record<keyof typeof VAULT_SENTENCES, string>>
