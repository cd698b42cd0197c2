import * as z from 'zod/mini'

/** The languages of the product; the codes name files, folders and header values. */
export const languages = ['en', 'ja', 'zh-CN', 'zh-TW'] as const

/** `/config.json`: branding and the languages on offer. Empty `url` and `port` mean the address of the page. */
export const siteConfig = z.object({
  url: z.string(),
  port: z.string(),
  title: z.string(),
  color_nav: z.string(),
  color_button: z.string(),
  color_error: z.string(),
  vendor_icon: z.string(),
  vendor_title: z.string(),
  languages: z.array(z.object({ title: z.string(), value: z.string() })),
})
export type SiteConfig = z.output<typeof siteConfig>
