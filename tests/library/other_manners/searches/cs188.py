"""Searches in the manner of CS188: agents that are asked for an action, a state that makes its successors."""

import random


class State:
    """A walk on a line: agent 0 eats the food, the ghosts (1 and more) hunt it; each step costs a point."""

    def __init__(self, places=(2, 0), food=(1, 4), score=0, lost=False):
        self.places, self.food, self.score, self.lost = tuple(places), tuple(food), score, lost

    def getNumAgents(self):
        return len(self.places)

    def getLegalActions(self, agentIndex=0):
        if self.isWin() or self.isLose():
            return []
        here = self.places[agentIndex]
        return [name for name, to in (("West", here - 1), ("East", here + 1)) if 0 <= to <= 5]

    def generateSuccessor(self, agentIndex, action):
        places = list(self.places)
        places[agentIndex] += 1 if action == "East" else -1
        score, food = self.score, self.food
        if agentIndex == 0:
            score -= 1
            if places[0] in food:
                score += 10
                food = tuple(f for f in food if f != places[0])
        lost = places[0] in places[1:]
        return State(places, food, score - 500 * lost, lost)

    def isWin(self):
        return not self.food and not self.lost

    def isLose(self):
        return self.lost

    def getScore(self):
        return self.score

    def __repr__(self):
        return f"<{self.places} {self.food} {self.score}>"


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent:
    def __init__(self, evalFn=scoreEvaluationFunction, depth="2"):
        self.index, self.evaluationFunction, self.depth = 0, evalFn, int(depth)


class ReflexAgent:
    def getAction(self, gameState):
        legalMoves = gameState.getLegalActions()
        scores = [self.evaluationFunction(gameState, action) for action in legalMoves]
        bestScore = max(scores)
        bestIndices = [i for i in range(len(scores)) if scores[i] == bestScore]
        return legalMoves[random.choice(bestIndices)]

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generateSuccessor(0, action)
        near = min([abs(f - successor.places[0]) for f in successor.food], default=0)
        return successor.getScore() - near


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.maxValue(gameState, 0)[1]

    def maxValue(self, state, depth):  #: node=state best=max value=0
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state), None
        best = (float("-inf"), None)
        for action in state.getLegalActions(0):
            score = self.minValue(state.generateSuccessor(0, action), depth, 1)[0]
            if score > best[0]:
                best = (score, action)
        return best

    def minValue(self, state, depth, agent):  #: node=state best=min value=0
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        best = (float("inf"), None)
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            if agent == state.getNumAgents() - 1:
                score = self.maxValue(successor, depth + 1)[0]
            else:
                score = self.minValue(successor, depth, agent + 1)[0]
            if score < best[0]:
                best = (score, action)
        return best


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, beta, choice = float("-inf"), float("inf"), None
        for action in gameState.getLegalActions(0):
            v = self.value(gameState.generateSuccessor(0, action), 1, self.depth, alpha, beta)
            if v > alpha:
                alpha, choice = v, action
        return choice

    def value(self, state, agent, depth, alpha, beta):  #: node=state window=alpha,beta best=min if agent % state.getNumAgents() else max
        if agent == state.getNumAgents():
            agent, depth = 0, depth - 1
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float("inf") if agent else float("-inf")
        for action in state.getLegalActions(agent):
            got = self.value(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta)
            if agent == 0:
                v = max(v, got)
                if v > beta:
                    return v  #: cut
                alpha = max(alpha, v)
            else:
                v = min(v, got)
                if v < alpha:
                    return v  #: cut
                beta = min(beta, v)
        return v


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def expectimax(state, agent, depth):  #: node=state
            if depth == 0 or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            after = (agent + 1) % state.getNumAgents()
            left = depth - 1 if after == 0 else depth
            values = [
                expectimax(state.generateSuccessor(agent, a), after, left)
                for a in state.getLegalActions(agent)
            ]
            return max(values) if agent == 0 else sum(values) / len(values)

        return max(
            gameState.getLegalActions(0),
            key=lambda a: expectimax(gameState.generateSuccessor(0, a), 1, self.depth),
        )


def seeded(run, f, *arguments):
    random.seed(5)
    return run(f, *arguments)


CALLS = {
    "cs188 reflex": lambda run: seeded(run, ReflexAgent().getAction, State()),
    "cs188 minimax, one ghost": lambda run: run(MinimaxAgent().getAction, State()),
    "cs188 minimax, two ghosts": lambda run: run(MinimaxAgent(depth="2").getAction, State((2, 0, 5))),
    "cs188 alpha-beta, two ghosts": lambda run: run(AlphaBetaAgent().getAction, State((2, 0, 5))),
    "cs188 expectimax": lambda run: run(ExpectimaxAgent().getAction, State((2, 0, 5))),
}
