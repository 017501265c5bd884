"""Other people's trainers on the games, by id, as a newcomer would begin: their own checks, and short learning runs."""

import warnings

import gymnasium
import numpy as np
import pytest

from armarium.lab.sampling import by_logits, random_legal
from armarium.lab.vector import VectorGame

torch = pytest.importorskip("torch")
pytestmark = [pytest.mark.third_party, pytest.mark.filterwarnings("ignore")]
SOLO, AMONG_OTHERS = "armarium/Bibliogamo-v0", "armarium/Biblios-v0"


@pytest.fixture(autouse=True)
def quiet():
    torch.manual_seed(1)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("name", [SOLO, AMONG_OTHERS])
def test_sb3s_own_checker_passes(name):
    from stable_baselines3.common.env_checker import check_env

    check_env(gymnasium.make(name).unwrapped)
    check_env(gymnasium.make(name, masked=True).unwrapped)


def test_sb3_makes_vectors_and_pictures_by_id():
    from stable_baselines3.common.env_util import make_vec_env

    tables = make_vec_env(SOLO, n_envs=2, seed=1)
    tables.reset()
    assert tables.env_method("render")[0].shape == (720, 960, 3)
    assert tables.env_method("action_masks")[0].any()


def test_maskable_ppo_runs_by_id():
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", SOLO, n_steps=128, batch_size=64, seed=1)
    model.learn(256)
    table = gymnasium.make(SOLO)
    row, info = table.reset(seed=1)
    action, _ = model.predict(row, action_masks=info["action_mask"])
    assert info["action_mask"][action]


def test_maskable_ppo_learns():
    """The trained network must win more than half of its games against random players."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env

    model = MaskablePPO(
        "MlpPolicy", make_vec_env(AMONG_OTHERS, n_envs=8, seed=1),
        n_steps=256, batch_size=512, n_epochs=4, learning_rate=1e-3, seed=1,
    )  # fmt: skip
    model.learn(24_576)
    table, won = gymnasium.make(AMONG_OTHERS), 0.0
    for seed in range(120):
        row, info = table.reset(seed=10_000 + seed)
        is_over = False
        while not is_over:
            action, _ = model.predict(row, action_masks=info["action_mask"], deterministic=True)
            row, reward, is_over, _, info = table.step(int(action))
            won += reward  # type: ignore[operator]
    assert won / 120 > 0.6


def test_a_policy_for_observations_with_masks_runs():
    from stable_baselines3 import A2C

    A2C("MultiInputPolicy", gymnasium.make(SOLO, masked=True), n_steps=16).learn(64)


def test_tianshou_plays_and_learns_at_a_pettingzoo_table():
    from tianshou.algorithm import DQN
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv, PettingZooEnv
    from tianshou.utils.net.common import Net
    from tianshou.utils.torch_utils import policy_within_training_step

    from armarium.lab.adapters.pettingzoo import env

    def table():
        return PettingZooEnv(env("biblios", 2))

    one = table()
    actions, row = one.action_space, one.observation_space["observation"]
    net = Net(state_shape=row.shape, action_shape=int(actions.n), hidden_sizes=[64])
    policy = DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.1)
    learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=50)
    other = MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=actions)
    both = MultiAgentOffPolicyAlgorithm(algorithms=[learner, other], env=one)
    tables = DummyVectorEnv([table, table])
    collector = Collector(both, tables, VectorReplayBuffer(4000, 2), exploration_noise=True)
    collector.reset()
    played = collector.collect(n_episode=4)
    assert np.allclose(played.returns.sum(1), 1)  # nobody was thrown out: the masks were kept to
    before = [weights.clone() for weights in net.parameters()]
    with policy_within_training_step(both.policy):
        for _ in range(5):
            both.update(buffer=collector.buffer, sample_size=64)
    assert any((old != new).any() for old, new in zip(before, net.parameters()))


@pytest.mark.parametrize(("game", "seats"), [("biblios", 3), ("bibliogamo", 1)])
def test_torchrls_own_check_passes(game, seats):
    from torchrl.envs.utils import check_env_specs

    from armarium.lab.adapters.torchrl import Games

    games = Games(game, 8, seats)
    check_env_specs(games)
    games.set_seed(4)
    data = games.rollout(350, break_when_any_done=False)
    ended = data["next", "done"][..., 0]
    assert ended.any()
    assert not data["next", "observation"][ended].any()
    if seats > 1:
        assert torch.allclose(data["next", "reward"][ended].sum(1), torch.ones(int(ended.sum())))


def test_torchrl_makes_the_games_by_id():
    from torchrl.envs import GymEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in (SOLO, AMONG_OTHERS):
            table = GymEnv(name)
            assert table.reset()["observation"].any()
            with pytest.raises(TypeError, match="unexpected keyword argument 'opponent'"):
                GymEnv(name, opponent="monk")


def test_torchrls_random_policies_play_only_legal_actions():
    """An illegal action raises IllegalInSlot. A policy or a collector has its own copy of the specification."""
    from torchrl.collectors import Collector
    from torchrl.modules import RandomPolicy

    from armarium.lab.adapters.torchrl import Games

    for spec in ("action_spec", "full_action_spec"):
        games = Games("biblios", 8, 2)
        policy = RandomPolicy(getattr(games, spec))
        played = games.rollout(300, policy, break_when_any_done=False)
        assert played["action_mask"].gather(-1, played["action"][..., None]).all()
    for source in (Games("biblios", 8, 3), lambda: Games("bibliogamo", 8, 1)):
        collector = Collector(source, None, frames_per_batch=1600, total_frames=3200)
        for played in collector:
            assert played["action_mask"].gather(-1, played["action"][..., None]).all()
        collector.shutdown()


def test_torchrl_plays_the_games_of_the_batch():
    from torchrl.envs.utils import step_mdp

    from armarium.lab.adapters.torchrl import Games

    games, batch = Games("biblios", 4, 2, seed=7), VectorGame("biblios", 4, 2, seed=7)
    rng, here = np.random.default_rng(1), games.reset()
    for _ in range(260):
        assert np.array_equal(here["observation"].numpy(), batch.observe())
        assert np.array_equal(here["action_mask"].numpy(), batch.masks() != 0)
        assert here["seat"][:, 0].tolist() == batch.actors.tolist()
        actions = random_legal(batch.masks(), rng)
        rewards, dones = batch.step(actions)
        data = games.step(here.set("action", torch.as_tensor(actions)))
        assert np.array_equal(data["next", "reward"].numpy(), rewards)
        assert data["next", "done"][:, 0].tolist() == dones.tolist()
        here = games.maybe_reset(step_mdp(data))


def measure_against_random(net):
    """Return the win share, sampling actions from the network's probabilities."""
    games, rng, won = (
        VectorGame("biblios", 128, 2, seed=10**6),
        np.random.default_rng(1),
        np.zeros(2),
    )
    while won.sum() < 256:
        with torch.no_grad():
            logits = net(torch.as_tensor(games.observe())).numpy()
        mine = by_logits(logits, games.masks(), rng)
        rewards, dones = games.step(
            np.where(games.actors == 0, mine, random_legal(games.masks(), rng))
        )
        won += rewards[dones].sum(0)
    return won[0] / won.sum()


def test_torchrl_learns_from_monks():
    """A masked TorchRL actor imitates the built-in players, which play in its environment."""
    from tensordict.nn import TensorDictModule
    from torch import nn
    from torchrl.modules import MaskedCategorical, ProbabilisticActor

    from armarium.lab.adapters.torchrl import Games
    from armarium.lab.players import BatchPlayers

    games = Games("biblios", 128, 2, seed=1)
    size, actions = games.observation_spec["observation"].shape[-1], games.action_spec.space.n

    class PolicyNet(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.Sequential(nn.Linear(size, 128), nn.ReLU(), nn.Linear(128, actions))

        def forward(self, rows):
            return self.layers(rows.float() / 4)

    net, monks = PolicyNet(), BatchPlayers(games.games, "monk", seed=1)
    actor = ProbabilisticActor(
        TensorDictModule(net, ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"], distribution_class=MaskedCategorical,
    )  # fmt: skip
    before = measure_against_random(net)
    teacher = TensorDictModule(lambda seat: torch.as_tensor(monks.actions()), ["seat"], ["action"])
    data = games.rollout(150, teacher, break_when_any_done=False).reshape(-1)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    for part in (part for _ in range(4) for part in torch.randperm(len(data)).split(256)):
        loss = -actor.get_dist(data[part]).log_prob(data[part]["action"]).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    after = measure_against_random(net)
    assert before < 0.65 and after > 0.9, (before, after)


def test_jax_takes_the_arrays_as_they_are():
    jax = pytest.importorskip("jax")
    games = VectorGame("biblios", 16, 2)
    for array in (games.observe(), games.masks(), games.actors, games.rewards):
        taken = jax.dlpack.from_dlpack(array)
        assert np.array_equal(np.asarray(taken), array)
    masks = jax.numpy.from_dlpack(games.masks())
    logits = jax.numpy.where(masks != 0, 0.0, -jax.numpy.inf)
    games.step(np.asarray(jax.random.categorical(jax.random.key(1), logits)))


def test_gymnasiums_wrappers_take_the_batch():
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    tables = RecordEpisodeStatistics(gymnasium.make_vec(SOLO, num_envs=4))
    rng = np.random.default_rng(1)
    _, info = tables.reset(seed=1)
    for _ in range(400):
        masks = info["action_mask"].copy()
        masks[~masks.any(1), 0] = 1
        _, _, over, _, info = tables.step(random_legal(masks, rng))
        if over.any():
            break
    assert info["episode"]["l"][over].min() > 100
