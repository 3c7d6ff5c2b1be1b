import { atRule, type ChildNode, type PluginCreator, type Rule } from 'postcss';

const CHOSEN = /\[data-mantine-color-scheme=['"]?(light|dark)['"]?\]/;
const UNCHOSEN = ':root:not([data-mantine-color-scheme])';

/** Inserts a copy of the rule after it, inside copies of the at-rules that contain the rule. */
function followSystem(rule: Rule, scheme: string): void {
  const selector = rule.selector.replaceAll(new RegExp(CHOSEN, 'g'), UNCHOSEN);
  const media = atRule({ name: 'media', params: `(prefers-color-scheme: ${scheme})` });
  media.append(rule.clone({ selector }));
  let duplicate: ChildNode = media;
  let outermost: ChildNode = rule;
  while (outermost.parent?.type === 'atrule') {
    const around: ChildNode = outermost.parent;
    duplicate = around.clone({ nodes: [duplicate] });
    outermost = around;
  }
  outermost.after(duplicate);
}

/**
 * Mantine's colour scheme is an attribute that JavaScript sets. Pages are displayed before
 * JavaScript runs, so each rule for a scheme gets a copy for 'no attribute yet' that follows the
 * system's setting.
 */
export const schemePlugin: PluginCreator<void> = () => ({
  postcssPlugin: 'tegeka-scheme',
  OnceExit(root) {
    root.walkRules((rule) => {
      const scheme = CHOSEN.exec(rule.selector)?.[1];
      if (scheme) followSystem(rule, scheme);
    });
  },
});
schemePlugin.postcss = true;
