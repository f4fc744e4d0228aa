/**
 * Words of further fields of life and work, one concept a line, in English and Chinese: see `ACTS` for the form. A line
 * names one thing, or one property with the words for its values: `volume loud quiet`.
 */
export const FIELDS = `
light lamp bulb brightness dark dim bright lit illumination luminous 灯 光 亮 暗 黑 照明 开灯 关灯 灯光 调亮 调暗
volume loud loudness quiet noisy noise louder quieter softer 音量 声音 太吵 太响 大声 小声 调大 调小 响 吵
temperature thermostat heating heater warm warmer cold colder cool cooler hot hotter chilly freezing degrees celsius fahrenheit 温度 温控 暖气 空调 冷 热 暖和 凉 度
clean cleaning cleaner vacuum dirty dust dusty mop sweep hoover wash laundry crumbs floor 打扫 清洁 扫地 拖地 吸尘 脏 灰尘 扫地机 洗
blind blinds curtain curtains shutter shutters shade sunlight daylight 窗帘 百叶窗 遮阳 阳光 采光
door gate garage lock locked unlock latch entrance 门 门锁 锁门 开门 大门 车库
camera webcam cctv surveillance footage snapshot doorbell 摄像头 监控画面 抓拍 门铃
alarm burglar security intruder arm siren theft 警报 防盗 布防 撤防 安防
energy electricity power kilowatt watt consumption meter solar utility 电 用电 电量 耗电 电表 能耗 度电
device appliance gadget plug socket sensor battery smart paired 设备 电器 插座 传感器 电池 智能
scene routine preset automation mood 场景 模式 情景 自动化
water watering irrigation sprinkler plants garden lawn leak 浇水 灌溉 植物 花园 草坪 漏水
music song track tune album artist singer band sing audio 音乐 歌 歌曲 曲子 专辑 歌手 乐队 唱
lyrics lyric words_of_a_song sing sung 歌词 唱的什么
playlist mix queue setlist compilation 歌单 播放列表 队列
play playback hear listen put~on put_some 播放 放一首 放首 放歌 来一首 听
skip next following forward another_one 下一首 下一个 跳过 切歌 换一首
pause resume stop_the_music halt quiet 暂停 停一下 继续
recommend suggestion suggest similar like alike something_like ideas what_should recommendation 推荐 类似 相似 差不多的
radio podcast station episode broadcast 电台 播客 广播 节目
movie film series watch cinema tv television show streaming 电影 影片 剧 电视剧 电视 看片
browser page website site web url address link tab navigate go_to open_the visit 浏览器 网页 网站 网址 链接 页面 访问 打开网
screenshot capture screen picture image snapshot 截图 截屏 屏幕 画面
click press tap button hit 点击 按 点一下 按钮
fill type enter form input field typing textbox 填写 填表 输入 表单
cookie cookies session log_me_out sign~out logged_in_state tracking 缓存 登录状态 退出登录
history back previous go_back return 后退 返回 上一页
script javascript evaluate code console 脚本 执行代码
scroll down up 滚动 下拉
note notes page write~down jot memo notebook minutes 笔记 记下 记到 记录 记一下 备忘 笔记本 写下
append add~to end bottom extend continue 追加 末尾 后面加 加到 补充
template boilerplate blueprint preset skeleton 模板 范本 套用
backlink backlinks refer references linked pointing mentions 反向链接 引用 被引用
checklist todo to-do unticked box task checkbox open_points 清单 待办 未完成 勾选
revision version history edits who_changed who_edited 修订 历史 改过
publish public online everybody anyone visible web 发布 公开 上网 所有人可见
outline heading table_of_contents 大纲 目录
lead prospect inquiry interested potential met may_buy 线索 潜在客户 意向 商机
deal opportunity pipeline sale stage negotiation offer 商机 交易 成单 销售机会 阶段
contact person customer client account company 联系人 客户 公司
call phone rang telephone spoke talked ring 电话 通话 打了电话 打电话
quote quotation offer estimate pricing prices proposal 报价 报价单 询价
lost competitor failed went_with gave_up 输单 丢单 竞争对手
won win closed signed 赢单 成交 签了
forecast predict expected revenue projection income expect money_will 预测 预计 预期 收入 营收
merge duplicate duplicates twice double same_person combine 合并 重复 去重 两次
owner responsible account_manager look~after takes_care in_charge 负责 负责人 归谁 对接人
campaign audience segment marketing newsletter 营销 活动 受众 投放
metric metrics series graph measure promql statistic 指标 监控 数据
alert alarm firing warning fire on_fire going_off 告警 报警 警报 警告
silence suppress mute bother snooze acknowledge quiet 静默 屏蔽 别再报 消音
incident outage down broke emergency breakdown 故障 事故 宕机 挂了
on-call on_call duty pager page wake~up standby whoever 值班 值守 叫醒 呼叫
uptime availability available down downtime reachable sla percent 可用性 可用率 宕机时间 在线率
threshold rule above below exceeds goes_over more_than limit 阈值 超过 高于 低于 规则
log logs line lines output error_log 日志 报错日志 错误日志
trace span latency slow request distributed 链路 追踪 耗时 延迟
dashboard panel overview chart board 看板 面板 仪表盘 大盘
deploy release version rollout 部署 上线 发布
leave vacation holiday day_off days_off time_off off take~off absence sick pto 请假 休假 年假 假 请两天假 调休 病假
absence away absent out holiday sick vacation missing 不在 缺勤 休假 请假的
employee staff colleague hire worker joiner new_hire starter 员工 同事 新人 入职
payslip salary pay wage wages earned paycheck 工资单 工资 薪水 工资条
expense receipt reimburse claim spent bill money_back costs business_trip 报销 费用 发票 垫付 差旅费
candidate applicant interview recruit job application cv resume 候选人 应聘 面试 简历
vacancy vacancies position opening openings hiring job role 职位 岗位 招聘 空缺
org_chart hierarchy reports_to boss manager supervisor reporting structure 组织架构 汇报 上级 领导 老板
attendance clock clock~in clock~out punch timesheet check~in 打卡 考勤 签到 上班 下班
training course lesson class learn 培训 课程 学习 上课
stock inventory quantity left units supply count warehouse remaining 库存 存货 数量 剩 只剩 件 仓库
product item article goods sku merchandise 商品 产品 货 款 新品
listing shelf sell selling on_sale off_shelf discontinue 上架 下架 卖 不卖 停售 在售
order orders purchase bought checkout 订单 下单 单子 购买
shipping ship shipment deliver delivery courier parcel package post dispatch 发货 快递 物流 包裹 寄 配送 单号 运单
tracking track where_is arrive arrival parcel 轨迹 到哪 跟踪 查询物流 什么时候到
review rating star feedback comment opinion 评价 评论 好评 差评 打分
discount sale promotion reduce cheaper reduced price_cut 折扣 打折 优惠 降价 促销 特价
sales turnover revenue sold takings earned sell 销售额 销量 卖了 营业额 卖出 业绩
price cost costs expensive cheap worth amount 价格 多少钱 价钱 贵 便宜
cart basket 购物车
return returned exchange send~back 退货 换货 退回
supplier vendor purchase_order procurement 供应商 采购 进货
flight plane airline fly airport departure boarding 航班 飞机 机票 飞 机场 登机
hotel accommodation room stay night sleep hostel lodging overnight 酒店 住宿 房间 住 宾馆 民宿
train rail railway station 火车 高铁 车票 车站
trip journey travel itinerary tour holiday destination 行程 旅行 旅游 出行 目的地
passport visa border 护照 签证
luggage baggage suitcase bag 行李 箱子 托运
currency exchange convert rate euro dollar yuan money foreign 汇率 货币 换汇 兑换 外币 美元 欧元 人民币
check-in board boarding_pass seat window aisle 值机 选座 座位 登机牌
car vehicle rental rent hire 租车 车 汽车
restaurant table dinner lunch eat food reservation 餐厅 吃饭 订位 饭店 餐桌
recipe cook cooking ingredient ingredients meal dish bake kitchen 菜谱 食谱 做菜 做饭 食材 烧菜
calorie calories nutrition diet protein healthy fat 卡路里 热量 营养 饮食 减肥
grocery groceries shopping_list supermarket 买菜 购物清单 超市
weight weigh body kilo kilos scale slim heavy 体重 称重 公斤 斤 胖 瘦
workout exercise training gym run jog fitness sport session 锻炼 运动 健身 训练 跑步 跑了
steps walk walked distance pace 步数 走了 步 配速
sleep slept night rest bedtime tired 睡眠 睡 睡了 睡得 休息 累
heart pulse blood_pressure heartbeat rate 心率 心跳 血压 脉搏
doctor appointment medical clinic patient physician hospital 医生 看病 挂号 就诊 医院 预约 病人
medicine medication pill drug prescription dose tablet 药 吃药 用药 处方 药品 服药
symptom ill sick pain fever health 症状 生病 疼 发烧 不舒服
student pupil class course teacher school grade 学生 班级 课程 老师 学校
grade mark score exam test result quiz 成绩 分数 考试 测验 打分
homework assignment exercise task hand~in submission 作业 交作业 布置 练习
flashcard vocabulary learn memorise remember study 单词 卡片 背 学习 记忆
timetable schedule lesson class when_is 课表 课程表 上课时间
bank account balance money transfer statement 银行 账户 余额 转账 流水
transfer wire send_money pay~to remit 转账 汇款 打钱 转钱
spending expense budget category spent spend cost 支出 花销 预算 消费 花了 开销
income earn salary revenue 收入 进账
saving savings goal put~aside save 存钱 储蓄 攒钱
loan mortgage credit debt owe interest 贷款 借款 欠 利息 债
stock share shares portfolio invest investment fund market 股票 基金 持仓 投资 股价 行情
crypto bitcoin coin wallet 加密货币 比特币 钱包
insurance policy cover claim damage accident 保险 理赔 保单 出险
card block freeze lost stolen 银行卡 挂失 冻结 丢了 被偷
contract agreement sign signature clause 合同 协议 签字 签署 条款
law legal lawyer court case 法律 律师 法院 案件
post tweet status publish social feed timeline 发帖 动态 发文 朋友圈 微博 推文 帖子
like heart favourite upvote 点赞 喜欢 赞
follower followers fan audience subscriber 粉丝 关注者 订阅者
hashtag trend trending topic popular viral 话题 热门 热搜 趋势 火
block ban abuse harass troll report 拉黑 屏蔽 举报
profile bio avatar picture photo_of_me 头像 资料 主页 简介
photo picture image shot snapshot gallery album 照片 图片 相册 相片 图
crop cut trim resize smaller bigger size scale shrink 裁剪 缩放 剪裁 尺寸 缩小 放大 大小
background remove transparent cut~out 抠图 背景 去背景 透明
blur sharpen sharp blurry fuzzy quality upscale 模糊 清晰 糊 锐化 画质
rotate turn flip sideways upside_down mirror orientation 旋转 翻转 横 倒 镜像
filter colour color black-and-white grayscale tint saturation 滤镜 颜色 黑白 调色
compress smaller size shrink too_big reduce zip 压缩 太大 变小 体积
generate draw create paint illustrate picture_of 生成 画 绘制 画一张
caption describe alt_text what_is_in 描述 说明 图里 图上
ocr recognise recognize text_in_the_picture scan scanned 识别 文字识别 扫描 认字
video clip movie footage film 视频 短片 影片 片段
subtitle subtitles caption captions transcript 字幕 转写 听写
transcribe transcription speech_to_text dictation dictate spoken 转写 转文字 听写 语音转
speech speak voice read~aloud read_out narrate text_to_speech 朗读 语音 念 读出来 配音
translate translation language in_english into_english foreign 翻译 译 英文 中文 语言 英语
spell spelling grammar typo proofread mistake mistakes 拼写 语法 错别字 校对 病句
summary summarise summarize shorten gist brief short too_long 总结 摘要 概括 缩短 大意 太长
rewrite rephrase paraphrase reword tone polite formal 改写 润色 换个说法 语气
print printer paper copies printout hardcopy 打印 打印机 纸 打出来 份
scan scanner digitise 扫描 扫一下
ink toner cartridge 墨 墨盒 硒鼓
fax 传真
file document folder directory path 文件 文档 文件夹 目录
zip archive compress unpack extract unzip 压缩包 解压 打包
rename move copy delete 重命名 移动 复制
disk space full free storage size 磁盘 空间 容量 满了
duplicate duplicates same_file 重复文件
clipboard copy paste copied 剪贴板 复制 粘贴
window windows focus minimise maximise desktop 窗口 桌面 最小化 最大化 切换
process program application app task running quit frozen hang 进程 程序 应用 软件 卡死 没反应
battery charge power plugged 电池 电量 充电
wifi network internet connection online offline connected 网络 无线 上网 断网 连网
bluetooth headphones headset pair speaker 蓝牙 耳机 音箱 配对
vpn proxy tunnel 代理
password credential secret login vault forgot 密码 口令 凭据 登录 忘了
backup restore copy safe 备份 恢复
update upgrade newer latest version patch 更新 升级 最新 补丁
install installation setup uninstall package dependency 安装 卸载 装 包 依赖
vulnerability vulnerabilities security cve unsafe audit hole 漏洞 安全 不安全 审计
dns domain record nameserver registrar 域名 解析 记录
certificate ssl tls https expire renew 证书 过期 续期
server machine instance vm virtual host compute 服务器 主机 实例 虚拟机 云主机
bucket object blob storage upload 存储桶 对象存储
firewall port rule block traffic ingress 防火墙 端口 安全组 入站
bill cost billing spend charges expensive_month 账单 费用 花费
cdn cache purge stale flush 缓存 刷新缓存 清缓存
lambda serverless function invoke 云函数 函数
queue message topic consumer backlog kafka 队列 消息队列 积压
webhook callback hook 回调 钩子
design figma frame canvas component layer mockup 设计 画板 图层 设计稿 原型
export save_as png svg 导出 切图
font typeface text_style 字体 字号
colour palette hex style 颜色 配色 色值
chart graph plot diagram visualise pie bar line 图表 画图 曲线图 饼图 柱状图 可视化
spreadsheet table cell formula sum column 表格 单元格 公式 求和
slide slides presentation deck 幻灯片 演示
survey poll questionnaire form vote opinion 问卷 投票 调查 表决
signup registration attendee ticket guest event 报名 参会 门票 嘉宾
newsletter bulletin mailing subscriber 简报 通讯 订阅
faq help support knowledge article guide documentation manual 帮助 文档 知识库 手册 说明书
chat conversation support agent live customer_service 客服 会话 在线咨询
ticket request case complaint support 工单 请求 投诉 案例
escalate urgent manager second_level 升级 紧急 上报
macro canned saved_reply standard_answer 快捷回复 话术 模板回复
satisfaction csat happy unhappy rating 满意度 满意 不满
time clock zone hour what_time now 时间 几点 现在 时区
timer countdown stopwatch minutes alarm 计时 倒计时 定时器 闹钟 分钟后
date calendar day weekday 日期 星期 哪天 几号
reminder remember forget remind 提醒 别忘 忘记
news headline headlines article press what_happened 新闻 头条 资讯 报道
weather forecast rain sun umbrella wind storm 天气 预报 下雨 伞 刮风
air pollution smog aqi pollen 空气 雾霾 污染 花粉
earthquake flood disaster warning 地震 洪水 灾害 预警
map location place where near directions 地图 位置 在哪 附近 路线
elevation altitude height mountain 海拔 高度 山
calculate compute math equation formula solve sum number 计算 算 数学 方程 求解
unit convert metric inches miles kilos 单位 换算 转换
random dice coin pick lottery 随机 骰子 抽签
dictionary define meaning word definition mean 词典 释义 意思 定义 什么意思
encyclopedia wikipedia knowledge fact who_was what_is 百科 维基 知识
book author library isbn read novel borrow 书 作者 图书馆 小说 借书
paper article research study publication citation scholar journal 论文 文献 引用 期刊 研究
quote saying 名言
joke funny laugh 笑话 好笑
game score player team match league play 比赛 球队 比分 球员 游戏
ticket concert theatre event show seats 演出 门票 演唱会 话剧
pet dog cat vet animal 宠物 狗 猫 兽医
baby child kid children school 孩子 宝宝 小孩
gift present birthday 礼物 生日
family mum dad mother father parents 家人 妈妈 爸爸
thread forum post reply topic discussion 帖子 论坛 回帖 讨论
branch commit git merge checkout stash 分支 提交 合并 暂存
blame author who_wrote line 谁写的 谁改的 追溯
stage add staged index 暂存 加入暂存
test tests unit failing coverage suite 测试 用例 单测 覆盖率
lint style format formatter 格式化 规范 检查
debug breakpoint step variable debugger 断点 调试 单步
symbol definition rename references jump 符号 定义 引用 跳转
schema model entity relation diagram 模型 实体 关系
secret rotate key token regenerate 密钥 轮换 令牌
memory remember recall entity knowledge graph forget 记忆 记住 想起 知识图谱
agent assistant model prompt llm 智能体 助手 模型 提示词
embed vector similarity semantic 向量 相似度 语义
`
