import { contentWordsOf } from './words.ts'

/**
 * Groups of words that people use for the same acts and things, in English and Chinese. A word can be in several groups.
 * The groups are about everyday work with services; names of products are with the things they hold.
 */
const GROUPS = `
create make new open add start establish register 创建 新建 新增 建立 添加 提
delete remove erase drop trash destroy discard bin 删除 移除 删掉 清空 清理
list show enumerate overview which 列出 列表 哪些 查看 看一下 显示
find search locate query lookup seek 查找 搜索 查询 找
read return fetch view see retrieve content 读取 获取 返回 看
update change edit modify alter set adjust 修改 更新 更改 变更 设置 改
send post write tell notify announce message inform publish 发送 发 通知 告诉 公布
reply answer respond response 回复 回答 答复
cancel stop end abort void terminate off 取消 停止 终止 结束
move postpone reschedule shift delay later 移动 推迟 改期 延期 推后
assign give allocate assignee responsible owner hand 分配 指派 交给 负责人 转给
merge land combine join integrate 合并 合进 合入 并入
restart rerun retry again repeat once kick 重启 重试 重新 再次
rollback revert undo restore back previous earlier before yesterday 回滚 撤销 恢复 还原 回退 上一个
share access allow grant permission let right see 分享 共享 授权 权限 允许
revoke withdraw take away deny 收回 撤回 取回
recall undo take back oops 撤回 召回
backup dump snapshot 备份 快照 转储
export csv 导出
download save fetch 下载 保存
upload put attach store 上传 存到
copy duplicate clone fork replica 复制 拷贝 克隆
schedule timer cron later 定时 安排 计划
recur repeat every regular interval weekly monthly daily rule 重复 每周 每月 定期 每天
reserve book booking 预订 预定 订
pay payment charge bill money 支付 付款 收费 收款
refund money back reimburse return 退款 退钱 退还
review reviewer approve inspect over 审查 评审 审核 检查
ask request propose 请求 申请 请
mute silence disturb quiet alert notification 静音 免打扰 勿扰 提醒
invite invitation guest join 邀请 拉进
kick throw expel remove out 踢出 移出
accept confirm yes attend 接受 同意 参加
decline refuse reject no 拒绝 谢绝
rename name title 重命名 改名 名称
pin favorite star bookmark like 置顶 收藏 星标 关注
follow watch subscribe feed 关注 订阅 跟踪
unsubscribe newsletter mailing list leave 退订 取消订阅
hide snooze archive 隐藏 归档 存档
convert transform turn pdf 转换 转成 转为
run execute command exec 运行 执行 命令
count number many how 数量 多少 计数 几个
compare diff difference modify change 差异 对比 区别 改动
explain plan why slow performance 解释 分析 为什么 慢 性能
grow scale replica copies instance more 扩容 副本 扩展 实例
log hours worklog spent tracked time 工时 耗时
estimate points worth effort size 估算 点数 估计
close complete finish done 完成 关闭 结束
issue bug ticket problem defect task story 问题 缺陷 工单 任务 bug 需求
repository repo codebase github gitlab git 仓库 代码库 代码仓
pull request pr merge diff 合并请求 拉取请求
branch base trunk main 分支 主干
commit revision changeset push 提交
release version ship changelog tag publish 发布 版本 上线
ci build pipeline continuous integration workflow job green flaky 构建 流水线 持续集成
project board kanban jira tracker sprint 项目 看板 冲刺 迭代
comment remark note 评论 备注 批注 留言
label tag category 标签 分类
priority urgent important severity 优先级 紧急 重要
status state column transition done progress 状态 进度
link tie connect relate same duplicate 关联 链接 重复
message chat text conversation slack teams messenger 消息 聊天 对话 群聊
channel room group 频道 群 群组
member person people user colleague everybody team 成员 人 同事 用户 大家 团队
emoji reaction thumbs smile like 表情 点赞 回应
unread missed miss 未读 错过
private privately direct dm 私信 私聊 单独
call audio voice phone huddle 通话 语音 电话
meeting event appointment calendar standup retro 会议 日程 开会 活动 约 日历
time free available slot availability 空闲 有空 时间
absence away vacation holiday office leave asleep 休假 假期 外出 不在
conference meeting room space seats 会议室
email mail letter inbox gmail outlook 邮件 信件 邮箱 收件箱 一封
spam junk phishing scam 垃圾邮件 钓鱼 骚扰
contact address book phone 联系人 通讯录 电话
signature closing 签名 落款
filter rule sort 过滤 规则 筛选
attachment file document 附件 文件
doc document file drive docs dropbox 文档 文件 网盘
folder directory 文件夹 目录
spreadsheet sheet excel cell row 表格 电子表格 单元格
presentation slides deck powerpoint 幻灯片 演示文稿
table column field schema type 表 字段 列 表结构 结构
row record entry data 行 记录 数据
sql statement query select database db postgres postgresql mysql 数据库 语句 查询
index key 索引
lock block session hang 锁 阻塞 会话
size disk space byte storage quota large eat room 大小 磁盘 空间 容量 存储
role user login account privilege 角色 账号 账户 登录
customer client buyer shopper 客户 顾客 买家
invoice bill receipt 发票 账单
subscription recurring bill monthly interval stripe 订阅 续费 包月
coupon discount promo promotion voucher percent off 优惠券 折扣 促销
payout transfer bank earnings balance 提现 转账 银行 余额
dispute chargeback contest evidence 争议 拒付
tax vat 税 税务
price cost amount 价格 金额 费用
product catalogue item goods 商品 产品
container pod docker kubernetes k8s 容器
deployment deploy rollout server service 部署 服务
cpu processor memory ram usage hog load use 内存 处理器 占用 负载
log output print stdout 日志 输出
node machine host server 节点 机器 主机 服务器
secret password credential token 密钥 密码 凭证
map route way direction navigation 地图 路线 路径 怎么走 规划 导航
drive car driving 驾车 开车 自驾 汽车
taxi cab ride uber 出租车 打车 叫车 一辆车
weather forecast rain temperature sunny 天气 下雨 气温 预报 下雪
traffic jam congestion road 路况 堵车 拥堵 堵 高速 道路
near nearby around close 附近 旁边 周边 周围
restaurant shop place poi food cafe 餐厅 商店 兴趣点 好吃 饭店
walk foot walking 步行 走路
bike bicycle cycling 骑行 骑车 自行车
bus subway train transit metro 公交 地铁 火车
address place location coordinates position where 地址 位置 地点 坐标
parking park garage 停车 停车场 车位
charging charger electric 充电 充电桩
distance far kilometres 距离 多远
definition define declare declaration 定义 声明
reference usage usages used caller 引用 用法 调用
symbol identifier function class 符号 标识符 函数
code source program 代码 源码
picture image screenshot photo 图片 截图 照片
browser page tab navigate site click 浏览器 网页 点击
translate language 翻译 语言
reminder alert remind 提醒 闹钟`

/** The longest Chinese word of a group. */
const LONGEST = 6

type Groups = {
  readonly ofStem: ReadonlyMap<string, readonly string[]>
  readonly ofRun: ReadonlyMap<string, readonly string[]>
}

// Made with the first search, which no start waits for.
let read: Groups | null = null

function groups(): Groups {
  if (read !== null) return read
  const ofStem = new Map<string, string[]>()
  const ofRun = new Map<string, string[]>()
  for (const [at, line] of GROUPS.trim().split('\n').entries()) {
    for (const word of line.split(' ')) {
      const isRun = /\p{Script=Han}/u.test(word)
      const keys = isRun ? [word] : contentWordsOf(word)
      for (const key of keys) {
        const into = isRun ? ofRun : ofStem
        into.set(key, [...new Set([...(into.get(key) ?? []), `#${at}`])])
      }
    }
  }
  read = { ofStem, ofRun }
  return read
}

/** Returns marks of the groups in which a word is, in the form in which words are compared. */
export function marksOfWord(word: string): readonly string[] {
  return groups().ofStem.get(word) ?? []
}

/** Returns the marks of each known word in the Chinese parts of a text. A word inside a longer one does not count. */
export function marksOfRuns(text: string): readonly (readonly string[])[] {
  const { ofRun } = groups()
  const found: (readonly string[])[] = []
  for (const [run] of text.matchAll(/\p{Script=Han}+/gu)) {
    for (let at = 0; at < run.length; ) {
      let length = Math.min(LONGEST, run.length - at)
      while (length > 0 && !ofRun.has(run.slice(at, at + length))) length -= 1
      const marks = ofRun.get(run.slice(at, at + length))
      if (marks !== undefined) found.push(marks)
      at += Math.max(1, length)
    }
  }
  return found
}
