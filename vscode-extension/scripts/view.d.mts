export const pagePath: string;
export function bundleView(): Promise<{ script: string; style: string }>;
export function pageOf(view: { script: string; style: string }): string;
