import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A red-black tree of keys (Guibas and Sedgewick, FOCS 1978), with parents, as books teach it. {@link #repOk} says which objects are trees.
 */
public class RedBlackTree {
    static final boolean RED = false;
    static final boolean BLACK = true;

    Entry root;

    static class Entry {
        int key;
        boolean color;
        Entry left;
        Entry right;
        Entry parent;

        Entry(int key, Entry parent) {
            this.key = key;
            this.parent = parent;
            this.color = BLACK;
        }
    }

    /**
     * Whether this is a tree: acyclic, with a black root, no red child of a red node, as many black nodes on all ways down, and consistent
     * parents.
     */
    boolean repOk() {
        if (root == null) {
            return true;
        }
        if (root.parent != null || root.color == RED) {
            return false;
        }
        List<Entry> nodes = new ArrayList<>();
        List<Integer> blacks = new ArrayList<>();
        nodes.add(root);
        blacks.add(1);
        int height = -1;
        for (int at = 0; at < nodes.size(); at++) {
            Entry node = nodes.get(at);
            if (!isNew(node.left, nodes) || !isNew(node.right, nodes)) {
                return false;
            }
            for (Entry child : new Entry[] {node.left, node.right}) {
                int black = blacks.get(at);
                if (child != null) {
                    if (node.color == RED && child.color == RED) {
                        return false;
                    }
                    blacks.add(child.color == BLACK ? black + 1 : black);
                } else if (height < 0) {
                    height = black;
                } else if (height != black) {
                    return false;
                }
            }
            if (height >= 0 && Collections.max(blacks) > height) {
                return false;
            }
        }
        for (Entry node : nodes) {
            if (node.left != null && node.left.parent != node || node.right != null && node.right.parent != node) {
                return false;
            }
        }
        return true;
    }

    /** Whether an entry is one of this tree. */
    boolean repOk(Entry entry) {
        return entry != null && isBelow(entry, root);
    }

    private static boolean isBelow(Entry entry, Entry node) {
        return node != null && (entry == node || isBelow(entry, node.left) || isBelow(entry, node.right));
    }

    /** Adds a child to the nodes, if there is one and it is not among them. */
    private static boolean isNew(Entry child, List<Entry> nodes) {
        return child == null || !nodes.contains(child) && nodes.add(child);
    }

    /** Puts a key where it belongs. */
    void put(int key) {
        if (root == null) {
            root = new Entry(key, null);
            return;
        }
        Entry at = root;
        while (true) {
            if (key == at.key) {
                return;
            }
            Entry next = key < at.key ? at.left : at.right;
            if (next == null) {
                break;
            }
            at = next;
        }
        Entry added = new Entry(key, at);
        if (key < at.key) {
            at.left = added;
        } else {
            at.right = added;
        }
        fixAfterInsertion(added);
    }

    /** Removes an entry of the tree. */
    void deleteEntry(Entry p) {
        if (p.left != null && p.right != null) {
            Entry s = successor(p);
            p.key = s.key;
            p = s;
        }
        Entry replacement = p.left != null ? p.left : p.right;
        if (replacement != null) {
            replacement.parent = p.parent;
            if (p.parent == null) {
                root = replacement;
            } else if (p == p.parent.left) {
                p.parent.left = replacement;
            } else {
                p.parent.right = replacement;
            }
            p.left = p.right = p.parent = null;
            if (p.color == BLACK) {
                fixAfterDeletion(replacement);
            }
        } else if (p.parent == null) {
            root = null;
        } else {
            if (p.color == BLACK) {
                fixAfterDeletion(p);
            }
            if (p.parent != null) {
                if (p == p.parent.left) {
                    p.parent.left = null;
                } else if (p == p.parent.right) {
                    p.parent.right = null;
                }
                p.parent = null;
            }
        }
    }

    private static Entry successor(Entry t) {
        Entry p = t.right;
        while (p.left != null) {
            p = p.left;
        }
        return p;
    }

    private static boolean colorOf(Entry p) {
        return p == null ? BLACK : p.color;
    }

    private static Entry parentOf(Entry p) {
        return p == null ? null : p.parent;
    }

    private static void setColor(Entry p, boolean c) {
        if (p != null) {
            p.color = c;
        }
    }

    private static Entry leftOf(Entry p) {
        return p == null ? null : p.left;
    }

    private static Entry rightOf(Entry p) {
        return p == null ? null : p.right;
    }

    private void rotateLeft(Entry p) {
        if (p == null) {
            return;
        }
        Entry r = p.right;
        p.right = r.left;
        if (r.left != null) {
            r.left.parent = p;
        }
        r.parent = p.parent;
        if (p.parent == null) {
            root = r;
        } else if (p.parent.left == p) {
            p.parent.left = r;
        } else {
            p.parent.right = r;
        }
        r.left = p;
        p.parent = r;
    }

    private void rotateRight(Entry p) {
        if (p == null) {
            return;
        }
        Entry l = p.left;
        p.left = l.right;
        if (l.right != null) {
            l.right.parent = p;
        }
        l.parent = p.parent;
        if (p.parent == null) {
            root = l;
        } else if (p.parent.right == p) {
            p.parent.right = l;
        } else {
            p.parent.left = l;
        }
        l.right = p;
        p.parent = l;
    }

    void fixAfterInsertion(Entry x) {
        x.color = RED;
        while (x != root && x.parent.color == RED) {
            if (parentOf(x) == leftOf(parentOf(parentOf(x)))) {
                Entry y = rightOf(parentOf(parentOf(x)));
                if (colorOf(y) == RED) {
                    setColor(parentOf(x), BLACK);
                    setColor(y, BLACK);
                    setColor(parentOf(parentOf(x)), RED);
                    x = parentOf(parentOf(x));
                } else {
                    if (x == rightOf(parentOf(x))) {
                        x = parentOf(x);
                        rotateLeft(x);
                    }
                    setColor(parentOf(x), BLACK);
                    setColor(parentOf(parentOf(x)), RED);
                    if (parentOf(parentOf(x)) != null) {
                        rotateRight(parentOf(parentOf(x)));
                    }
                }
            } else {
                Entry y = leftOf(parentOf(parentOf(x)));
                if (colorOf(y) == RED) {
                    setColor(parentOf(x), BLACK);
                    setColor(y, BLACK);
                    setColor(parentOf(parentOf(x)), RED);
                    x = parentOf(parentOf(x));
                } else {
                    if (x == leftOf(parentOf(x))) {
                        x = parentOf(x);
                        rotateRight(x);
                    }
                    setColor(parentOf(x), BLACK);
                    setColor(parentOf(parentOf(x)), RED);
                    if (parentOf(parentOf(x)) != null) {
                        rotateLeft(parentOf(parentOf(x)));
                    }
                }
            }
        }
        root.color = BLACK;
    }

    void fixAfterDeletion(Entry x) {
        while (x != root && colorOf(x) == BLACK) {
            if (x == leftOf(parentOf(x))) {
                Entry sib = rightOf(parentOf(x));
                if (colorOf(sib) == RED) {
                    setColor(sib, BLACK);
                    setColor(parentOf(x), RED);
                    rotateLeft(parentOf(x));
                    sib = rightOf(parentOf(x));
                }
                if (colorOf(leftOf(sib)) == BLACK && colorOf(rightOf(sib)) == BLACK) {
                    setColor(sib, RED);
                    x = parentOf(x);
                } else {
                    if (colorOf(rightOf(sib)) == BLACK) {
                        setColor(leftOf(sib), BLACK);
                        setColor(sib, RED);
                        rotateRight(sib);
                        sib = rightOf(parentOf(x));
                    }
                    setColor(sib, colorOf(parentOf(x)));
                    setColor(parentOf(x), BLACK);
                    setColor(rightOf(sib), BLACK);
                    rotateLeft(parentOf(x));
                    x = root;
                }
            } else {
                Entry sib = leftOf(parentOf(x));
                if (colorOf(sib) == RED) {
                    setColor(sib, BLACK);
                    setColor(parentOf(x), RED);
                    rotateRight(parentOf(x));
                    sib = leftOf(parentOf(x));
                }
                if (colorOf(rightOf(sib)) == BLACK && colorOf(leftOf(sib)) == BLACK) {
                    setColor(sib, RED);
                    x = parentOf(x);
                } else {
                    if (colorOf(leftOf(sib)) == BLACK) {
                        setColor(rightOf(sib), BLACK);
                        setColor(sib, RED);
                        rotateLeft(sib);
                        sib = leftOf(parentOf(x));
                    }
                    setColor(sib, colorOf(parentOf(x)));
                    setColor(parentOf(x), BLACK);
                    setColor(leftOf(sib), BLACK);
                    rotateRight(parentOf(x));
                    x = root;
                }
            }
        }
        setColor(x, BLACK);
    }
}
