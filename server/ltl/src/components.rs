//! Strongly connected components (Tarjan, SIAM J. Comput. 1972), without recursion.

/// The components of a graph of so many nodes, those first that others lead to. `successors` lists where each node leads.
pub(crate) fn components<'a>(nodes: usize, successors: impl Fn(usize) -> &'a [u32]) -> Vec<Vec<u32>> {
    const NONE: u32 = u32::MAX;
    let (mut index, mut low) = (vec![NONE; nodes], vec![0u32; nodes]);
    let mut on_stack = vec![false; nodes];
    let (mut stack, mut found) = (Vec::new(), Vec::new());
    let mut next = 0;
    for root in 0..nodes {
        if index[root] != NONE {
            continue;
        }
        let mut open: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((node, at)) = open.pop() {
            if at == 0 {
                index[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node as u32);
                on_stack[node] = true;
            }
            let mut at = at;
            let mut deeper = false;
            while let Some(to) = successors(node).get(at).map(|to| *to as usize) {
                at += 1;
                if index[to] == NONE {
                    open.push((node, at));
                    open.push((to, 0));
                    deeper = true;
                    break;
                }
                if on_stack[to] {
                    low[node] = low[node].min(index[to]);
                }
            }
            if deeper {
                continue;
            }
            if low[node] == index[node] {
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    on_stack[member as usize] = false;
                    component.push(member);
                    if member as usize == node {
                        break;
                    }
                }
                found.push(component);
            }
            if let Some((parent, _)) = open.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn two_cycles_and_a_bridge() {
        let graph = [vec![1], vec![0, 2], vec![3], vec![2], vec![4]];
        let mut found = components(graph.len(), |node| &graph[node]);
        found.iter_mut().for_each(|component| component.sort_unstable());
        found.sort();
        assert_eq!(found, [vec![0, 1], vec![2, 3], vec![4]]);
    }
}
